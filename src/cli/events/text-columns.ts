import type { Client } from '../../client/client.ts'
import { items } from '../../client/paging.ts'
import { customEvents } from '../../contract/modules/custom-events.ts'
import { unquoted } from '../input/field-value.ts'
import { isUnavailable } from './custom-events.ts'
import type { EventBatch, EventEntry } from './event-batches.ts'

/** The properties of an event name whose column is decided: whether all cells are text. */
type Decided = Map<string, boolean>

/** Gives a column of a table one type, so that `A-1` and `1234` in it are both text. */
export interface TextColumns {
  /** The new properties whose cells have different types. */
  mixed: ReadonlySet<string>
  apply(batch: EventBatch): Promise<EventBatch>
}

/**
 * The type that the server knows counts. A column that is new is text if its cells in the first batch
 * have different types. Without a client, as in a dry run, all columns are new.
 */
export function createTextColumns(client: Client | undefined): TextColumns {
  const decidedByName = new Map<string, Decided>()
  const mixed = new Set<string>()

  async function decidedFor(name: string): Promise<Decided> {
    const known = decidedByName.get(name)
    if (known) return known
    const decided = client ? await knownTo(client, name) : new Map()
    decidedByName.set(name, decided)
    return decided
  }

  return {
    mixed,
    async apply(batch) {
      const byName = new Map<string, EventEntry[]>()
      for (const entry of batch.entries) {
        // Lines of JSON have types of their own.
        if (!entry.texts) continue
        const name = String(entry.event.name)
        const alike = byName.get(name)
        if (alike) alike.push(entry)
        else byName.set(name, [entry])
      }
      for (const [name, entries] of byName) decide(entries, await decidedFor(name), mixed)
      const entries = batch.entries.map((entry) =>
        withTexts(entry, decidedByName.get(String(entry.event.name))),
      )
      return { ...batch, entries }
    },
  }
}

/** Asks the server. A key that may only send events cannot. */
async function knownTo(client: Client, name: string): Promise<Decided> {
  const decided: Decided = new Map()
  try {
    const all = { limit: 0, all: true }
    for await (const { property, type } of items(client, customEvents.properties, { name }, all)) {
      // A date is sent as text.
      decided.set(property, type === 'text' || type === 'date')
    }
  } catch (error) {
    if (!isUnavailable(error)) throw error
  }
  return decided
}

/** Decides the columns that these events are the first to have. */
function decide(entries: readonly EventEntry[], decided: Decided, mixed: Set<string>): void {
  const kinds = new Map<string, Set<string>>()
  for (const { event } of entries) {
    for (const [property, value] of Object.entries(event.properties ?? {})) {
      if (decided.has(property)) continue
      const seen = kinds.get(property)
      if (seen) seen.add(kindOf(value))
      else kinds.set(property, new Set([kindOf(value)]))
    }
  }
  for (const [property, seen] of kinds) {
    decided.set(property, seen.size > 1 || seen.has('string'))
    if (seen.size > 1) mixed.add(property)
  }
}

const kindOf = (value: unknown): string => (Array.isArray(value) ? 'list' : typeof value)

function withTexts({ texts, ...entry }: EventEntry, decided: Decided | undefined): EventEntry {
  const changed = [...(texts ?? [])].filter(([property]) => decided?.get(property))
  if (changed.length === 0) return entry
  const own = changed.map(([property, text]) => [property, unquoted(text)])
  const properties = { ...(entry.event.properties as object), ...Object.fromEntries(own) }
  return { ...entry, event: { ...entry.event, properties } }
}
