import type { Input } from '../../contract/endpoint.ts'
import type { contract } from '../../contract/index.ts'
import { Failure, type Problem } from '../../core/failure.ts'
import type { Executor } from '../database/dialect.ts'
import { inSlices, sliceSize } from '../database/slices.ts'
import { insertDeliveries } from '../events/deliveries-store.ts'
import { insertEvents } from '../events/outbox-store.ts'
import type { Handler } from '../handler.ts'
import type { Service } from '../service.ts'
import { refuseOtherAccount } from './owner.ts'
import { type EventSpan, findWebhook, selectAccountEvents, selectEventsInSpan } from './store.ts'

type Replay = typeof contract.webhooks.replay

/**
 * Sends events again, whether or not they were delivered before: by id, by time span, or a test
 * event.
 */
export const replay =
  ({ db, reader, clock, wake }: Service): Handler<Replay> =>
  async ({ id: user, webhook: webhookId, ...request }, { account, transact }) => {
    refuseOtherAccount(account, user)
    refuseAmbiguous(request)
    const key = { accountId: account.id, webhookId }
    const webhook = await findWebhook(db, key)
    if (webhook.enabled === 0) throw new Failure('wrong_state')
    const now = clock.now()
    const queue = (tx: Executor, eventIds: readonly number[]) => {
      const deliveries = eventIds.map((eventId) => ({ accountId: account.id, webhookId, eventId }))
      return insertDeliveries(tx, deliveries, { replay: now, now })
    }
    const span = spanOf(request, now)
    const inSpan = span
      ? await eventsIn(reader, {
          ...span,
          accountId: account.id,
          types: JSON.parse(webhook.events),
        })
      : []
    // There may be too many events for one transaction. Each slice is independent.
    await inSlices(inSpan, (slice) => queue(db, slice))
    const answer = await transact(async (tx) => {
      if (span) return { queued: inSpan.length }
      const events = request.test
        ? await insertEvents(tx, [
            { accountId: account.id, type: 'webhook.test', payload: {}, now },
          ])
        : await readEventIds(tx, account.id, request.event_ids ?? [])
      await queue(tx, events)
      return { queued: events.length }
    })
    wake()
    return answer
  }

type ReplayRequest = Omit<Input<Replay>, 'id' | 'webhook'>

/** Exactly one way to choose the events must be given. */
function refuseAmbiguous({ event_ids, from, to, test }: ReplayRequest): void {
  const given = [
    event_ids !== undefined && 'event_ids',
    (from !== undefined || to !== undefined) && 'from',
    test === true && 'test',
  ].filter((name) => name !== false)
  const [first, second] = given
  if (first === undefined) throw invalid({ field: 'event_ids', code: 'required' })
  if (second !== undefined) {
    throw invalid({ field: second, code: 'not_together', values: { other: first } })
  }
  if (to !== undefined && from === undefined) throw invalid({ field: 'from', code: 'required' })
}

const invalid = (problem: Problem) => new Failure('invalid', { problems: [problem] })

const spanOf = ({ from, to }: ReplayRequest, now: number) =>
  from === undefined
    ? undefined
    : { from: Date.parse(from), to: to === undefined ? now : Date.parse(to) }

async function eventsIn(reader: Executor, span: EventSpan): Promise<number[]> {
  const found: number[] = []
  let after = 0
  for (;;) {
    const slice = await selectEventsInSpan(reader, span, after, sliceSize)
    found.push(...slice.map(({ id }) => id))
    const last = slice.at(-1)
    if (!last || slice.length < sliceSize) return found
    after = last.seq
  }
}

async function readEventIds(tx: Executor, accountId: number, ids: readonly number[]) {
  const wanted = [...new Set(ids)]
  const known = new Set(await selectAccountEvents(tx, accountId, wanted))
  const unknown = wanted.filter((id) => !known.has(id))
  if (unknown.length === 0) return wanted
  const problems = unknown.map((id) => ({
    field: `event_ids.${ids.indexOf(id)}`,
    code: 'unknown_id' as const,
  }))
  throw new Failure('invalid', { problems })
}
