import type { Executor } from '../database/dialect.ts'
import {
  countNames,
  insertNames,
  insertProperties,
  maxNames,
  maxPropertiesOfName,
  selectNameIds,
  selectProperties,
} from './catalogue-store.ts'
import { readProperties } from './properties.ts'
import type { ReadEvent, Recording, Refuse } from './read-events.ts'

/** An event whose properties have the types that they always have. */
export interface TypedEvent extends ReadEvent {
  nameId: number
}

/** Fixes the types of properties that come for the first time, and refuses events with other ones. */
export async function fixTypes(
  tx: Executor,
  events: readonly ReadEvent[],
  recording: Recording,
  refuse: Refuse,
): Promise<TypedEvent[]> {
  const { accountId } = recording
  if (events.length === 0) return []
  const names = [...new Set(events.map(({ event }) => event.name))]
  const ids = await nameIds(tx, names, recording)
  const types = await typesOf(tx, accountId, [...ids.values()])
  const accepted: TypedEvent[] = []
  const added: { name_id: number; property: string; type: string }[] = []
  for (const read of events) {
    const { index, event } = read
    const nameId = ids.get(event.name)
    if (nameId === undefined) {
      refuse(index, { field: 'name', code: 'too_many', values: { limit: maxNames } })
      continue
    }
    const known = types.get(nameId) ?? new Map()
    types.set(nameId, known)
    const result = readProperties(event.properties ?? {}, known)
    if ('problem' in result) {
      refuse(index, result.problem)
      continue
    }
    if (known.size + result.added.size > maxPropertiesOfName) {
      refuse(index, {
        field: 'properties',
        code: 'too_many',
        values: { limit: maxPropertiesOfName },
      })
      continue
    }
    for (const [property, type] of result.added) {
      known.set(property, type)
      added.push({ name_id: nameId, property, type })
    }
    accepted.push({ ...read, nameId })
  }
  if (added.length === 0) return accepted
  await insertProperties(tx, accountId, added as Parameters<typeof insertProperties>[2])
  return recheck(tx, accepted, accountId, refuse)
}

/** Another transaction may have given a property its first value at the same time. */
async function recheck(
  tx: Executor,
  events: readonly TypedEvent[],
  accountId: number,
  refuse: Refuse,
): Promise<TypedEvent[]> {
  const types = await typesOf(tx, accountId, [...new Set(events.map(({ nameId }) => nameId))])
  return events.filter(({ index, event, nameId }) => {
    const result = readProperties(event.properties ?? {}, types.get(nameId) ?? new Map())
    if ('problem' in result) refuse(index, result.problem)
    return !('problem' in result)
  })
}

/** Returns the ids of names, and adds those that are new. */
export async function nameIds(
  tx: Executor,
  names: readonly string[],
  { accountId, now, maxNames: limit = maxNames }: Recording,
) {
  const known = await selectNameIds(tx, accountId, names)
  const missing = names.filter((name) => !known.has(name))
  if (missing.length === 0) return known
  const room = limit - (await countNames(tx, accountId))
  if (room <= 0) return known
  await insertNames(tx, accountId, missing.slice(0, room), now)
  return selectNameIds(tx, accountId, names)
}

async function typesOf(tx: Executor, accountId: number, ids: readonly number[]) {
  const types = new Map<number, Map<string, PropertyTypeOf>>()
  if (ids.length === 0) return types
  for (const { name_id, property, type } of await selectProperties(tx, accountId, ids)) {
    const known = types.get(name_id) ?? new Map()
    types.set(name_id, known.set(property, type))
  }
  return types
}

type PropertyTypeOf = Awaited<ReturnType<typeof selectProperties>>[number]['type']
