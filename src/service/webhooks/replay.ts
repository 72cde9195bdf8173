import type { Input } from '../../contract/endpoint.ts'
import type { contract } from '../../contract/index.ts'
import { Failure, type Problem } from '../../core/failure.ts'
import type { Executor } from '../database/dialect.ts'
import { inSlices, sliceSize } from '../database/slices.ts'
import { insertDeliveries } from '../events/deliveries-store.ts'
import { insertEvents } from '../events/outbox-store.ts'
import type { Handler } from '../handler.ts'
import type { Service } from '../service.ts'
import { refuseOthers } from './owner.ts'
import { findWebhook, type Span, selectOwnEvents, selectSpan } from './store.ts'

type Replay = typeof contract.webhooks.replay

/** Sends events again, whatever became of them before: some, all of a span of time, or a made-up one. */
export const replay =
  ({ db, reader, clock, wake }: Service): Handler<Replay> =>
  async ({ id: user, webhook: webhookId, ...wish }, { account, transact }) => {
    refuseOthers(account, user)
    refuseUnclear(wish)
    const place = { accountId: account.id, webhookId }
    const webhook = await findWebhook(db, place)
    if (webhook.enabled === 0) throw new Failure('wrong_state')
    const now = clock.now()
    const queue = (tx: Executor, eventIds: readonly number[]) => {
      const deliveries = eventIds.map((eventId) => ({ webhookId, eventId }))
      return insertDeliveries(tx, deliveries, { replay: now, now })
    }
    const span = spanOf(wish, now)
    const inSpan = span
      ? await eventsIn(reader, {
          ...span,
          accountId: account.id,
          types: JSON.parse(webhook.events),
        })
      : []
    // So many may be more than one transaction should hold; each slice stands by itself.
    await inSlices(inSpan, (slice) => queue(db, slice))
    const answer = await transact(async (tx) => {
      if (span) return { queued: inSpan.length }
      const events = wish.test
        ? await insertEvents(tx, [
            { accountId: account.id, type: 'webhook.test', payload: {}, now },
          ])
        : await ownEvents(tx, account.id, wish.event_ids ?? [])
      await queue(tx, events)
      return { queued: events.length }
    })
    wake()
    return answer
  }

type Wish = Omit<Input<Replay>, 'id' | 'webhook'>

/** One way to say which, and not two. */
function refuseUnclear({ event_ids, from, to, test }: Wish): void {
  const said = [
    event_ids !== undefined && 'event_ids',
    (from !== undefined || to !== undefined) && 'from',
    test === true && 'test',
  ].filter((name) => name !== false)
  const [one, other] = said
  if (one === undefined) throw wrong({ field: 'event_ids', code: 'required' })
  if (other !== undefined) {
    throw wrong({ field: other, code: 'not_together', values: { other: one } })
  }
  if (to !== undefined && from === undefined) throw wrong({ field: 'from', code: 'required' })
}

const wrong = (problem: Problem) => new Failure('invalid', { problems: [problem] })

const spanOf = ({ from, to }: Wish, now: number) =>
  from === undefined
    ? undefined
    : { from: Date.parse(from), to: to === undefined ? now : Date.parse(to) }

async function eventsIn(reader: Executor, span: Span): Promise<number[]> {
  const found: number[] = []
  let after = 0
  for (;;) {
    const slice = await selectSpan(reader, span, after, sliceSize)
    found.push(...slice.map(({ id }) => id))
    const last = slice.at(-1)
    if (!last || slice.length < sliceSize) return found
    after = last.seq
  }
}

async function ownEvents(tx: Executor, accountId: number, ids: readonly number[]) {
  const wanted = [...new Set(ids)]
  const own = new Set(await selectOwnEvents(tx, accountId, wanted))
  const strange = wanted.filter((id) => !own.has(id))
  if (strange.length === 0) return wanted
  const problems = strange.map((id) => ({
    field: `event_ids.${ids.indexOf(id)}`,
    code: 'unknown_id' as const,
  }))
  throw new Failure('invalid', { problems })
}
