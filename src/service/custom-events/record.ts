import { createHash } from 'node:crypto'
import type { Problem } from '../../core/failure.ts'
import type { Executor } from '../database/dialect.ts'
import { appendCustomEvents } from '../events/custom-events-store.ts'
import { appendSignals } from '../events/signals-store.ts'
import { countInNames } from './catalogue-store.ts'
import { fixTypes, type TypedEvent } from './fix-types.ts'
import { peopleOf } from './people-store.ts'
import { type Recording, type ReportedEvent, readEvents } from './read-events.ts'
import { addEventBytes } from './storage-store.ts'
import { insertCustomEvents, insertKeys, selectRecordedKeys } from './store.ts'

type Outcome = { id: number | null } | { problem: Problem } | 'duplicate'

/**
 * Records events, and returns what became of each: recorded, recorded before, or refused. Automations
 * that wait for one of them are told in the same transaction.
 */
export async function recordEvents(
  tx: Executor,
  reported: readonly ReportedEvent[],
  recording: Recording,
): Promise<Outcome[]> {
  const outcomes = new Map<number, Outcome>()
  const refuse = (index: number, problem: Problem) => outcomes.set(index, { problem })
  const readable = await readEvents(tx, reported, recording, refuse)
  const typed = await fixTypes(tx, readable, recording, refuse)
  const fresh = await withoutRepeats(tx, typed, recording, (index) =>
    outcomes.set(index, 'duplicate'),
  )
  const ids = await write(tx, fresh, recording)
  fresh.forEach(({ index }) => {
    outcomes.set(index, { id: fresh.length === 1 ? (ids[0] ?? null) : null })
  })
  return reported.map((_, index) => outcomes.get(index) ?? 'duplicate')
}

/** Of the events with one `event_id`, only the first is recorded. */
async function withoutRepeats(
  tx: Executor,
  events: readonly TypedEvent[],
  { accountId, now }: Recording,
  onRepeat: (index: number) => void,
): Promise<TypedEvent[]> {
  const hashed = events.map((typed) => ({ typed, hash: hashOf(typed.event) }))
  const firsts = new Map<string, TypedEvent>()
  for (const { typed, hash } of hashed) {
    if (hash !== undefined && !firsts.has(hash)) firsts.set(hash, typed)
  }
  const before = await selectRecordedKeys(tx, accountId, [...firsts.keys()])
  const unknown = [...firsts.keys()].filter((hash) => !before.has(hash))
  const fresh = await insertKeys(tx, accountId, unknown, now)
  return hashed.flatMap(({ typed, hash }) => {
    const isFresh = hash === undefined || (fresh.has(hash) && firsts.get(hash) === typed)
    if (!isFresh) onRepeat(typed.index)
    return isFresh ? [typed] : []
  })
}

/** Clients may build ids of addresses, so only a hash is stored. */
const hashOf = ({ event_id }: ReportedEvent): string | undefined =>
  event_id === undefined
    ? undefined
    : createHash('sha256').update(event_id).digest('base64url').slice(0, 22)

async function write(
  tx: Executor,
  events: readonly TypedEvent[],
  { accountId, now, automationId, campaignId, isSilent = false }: Recording,
): Promise<number[]> {
  if (events.length === 0) return []
  const people = await peopleOf(
    tx,
    accountId,
    events.map(({ contact }) => contact.email_key),
  )
  const rows = events.map(({ event, contact, at, nameId }) => ({
    person: people.get(contact.email_key) ?? 0,
    name: nameId,
    at,
    campaign: campaignId ?? null,
    value: event.value ?? null,
    currency: event.currency ?? '',
    properties: JSON.stringify(event.properties ?? {}),
  }))
  const ids = await insertCustomEvents(tx, accountId, rows, now)
  await countInNames(tx, accountId, countsOf(rows))
  await addEventBytes(tx, accountId, rows)
  await appendCustomEvents(tx, accountId, events.map(payloadOf(campaignId)), now)
  if (isSilent) return ids
  await appendSignals(
    tx,
    events.map(({ event, contact, at }) => ({
      accountId,
      kind: 'custom' as const,
      contactId: contact.id,
      name: event.name,
      ...(event.properties && { properties: event.properties }),
      event: { at, value: event.value ?? null, currency: event.currency ?? null },
      automationId,
      now,
    })),
  )
  return ids
}

/** The body of its webhook. */
const payloadOf =
  (campaignId: number | undefined) =>
  ({ event, contact, at }: TypedEvent) => ({
    contact_id: contact.id,
    campaign_id: campaignId ?? null,
    name: event.name,
    at: new Date(at).toISOString(),
    value: event.value ?? null,
    currency: event.currency ?? null,
    properties: event.properties ?? {},
  })

function countsOf(rows: readonly { name: number; at: number }[]) {
  const counts = new Map<
    number,
    { name_id: number; count: number; first_at: number; last_at: number }
  >()
  for (const { name, at } of rows) {
    const before = counts.get(name)
    counts.set(name, {
      name_id: name,
      count: (before?.count ?? 0) + 1,
      first_at: Math.min(before?.first_at ?? at, at),
      last_at: Math.max(before?.last_at ?? at, at),
    })
  }
  return [...counts.values()]
}
