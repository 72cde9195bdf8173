import type { PropertyType } from '../../contract/shapes/custom-event.ts'
import type { Executor } from '../database/dialect.ts'
import { selectNameIds, selectProperties } from './catalogue-store.ts'

/** What an account knows of the events with one name. */
export interface KnownEvent {
  nameId: number
  /** By path: `total`, or `items[].price` for the entries of a list. */
  types: ReadonlyMap<string, PropertyType>
}

/** Returns what is known of events, by name. Names without an event are missing. */
export async function findKnownEvents(
  db: Executor,
  accountId: number,
  names: readonly string[],
): Promise<Map<string, KnownEvent>> {
  if (names.length === 0) return new Map()
  const ids = await selectNameIds(db, accountId, [...new Set(names)])
  if (ids.size === 0) return new Map()
  const types = new Map([...ids.values()].map((id) => [id, new Map<string, PropertyType>()]))
  for (const { name_id, property, type } of await selectProperties(db, accountId, [
    ...ids.values(),
  ])) {
    types.get(name_id)?.set(property, type)
  }
  return new Map(
    [...ids].map(([name, nameId]) => [name, { nameId, types: types.get(nameId) ?? new Map() }]),
  )
}
