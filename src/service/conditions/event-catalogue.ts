import { findKnownEvents, type KnownEvent } from '../custom-events/property-types.ts'
import type { Executor } from '../database/dialect.ts'
import { selectCurrencies, selectNames } from './event-catalogue-store.ts'

/** What the account knows of the custom events that rules name. */
export interface EventCatalogue {
  /** By name. */
  events: ReadonlyMap<string, KnownEvent & { currencies: readonly string[] }>
  /** All names of the account, in alphabetical order. */
  names: readonly string[]
}

export async function readEventCatalogue(
  db: Executor,
  accountId: number,
  names: readonly string[],
): Promise<EventCatalogue> {
  if (names.length === 0) return { events: new Map(), names: [] }
  const events = new Map<string, KnownEvent & { currencies: string[] }>()
  for (const [name, event] of await findKnownEvents(db, accountId, names)) {
    events.set(name, {
      ...event,
      currencies: await selectCurrencies(db, accountId, event.nameId),
    })
  }
  return { events, names: await selectNames(db, accountId) }
}
