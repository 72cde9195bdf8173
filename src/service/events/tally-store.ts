import { sql } from 'kysely'
import { dialectOf, type Executor } from '../database/dialect.ts'
import { addUp, dayOf, domainOf, slotOf, type Tally } from './tally.ts'

/** Messages that a relay took just now. */
export const tallySends = (
  tx: Executor,
  sends: readonly { account_id: number; address_key: string; sent_at: number }[],
): Promise<void> =>
  insertTallies(
    tx,
    sends.flatMap(({ account_id: accountId, address_key, sent_at }) => [
      { accountId, measure: 'sends', at: slotOf(sent_at), domain: '', count: 1 },
      { accountId, measure: 'sent', at: dayOf(sent_at), domain: domainOf(address_key), count: 1 },
    ]),
  )

const visitMeasures = { open: 'opens', click: 'clicks' } as const

/** Opens and clicks of people; with a count of -1 those that were a machine's after all. */
export const tallyVisits = (
  tx: Executor,
  visits: readonly { account_id: number; kind: keyof typeof visitMeasures; at: number }[],
  count: 1 | -1 = 1,
): Promise<void> =>
  insertTallies(
    tx,
    visits.map(({ account_id: accountId, kind, at }) => {
      return { accountId, measure: visitMeasures[kind], at: slotOf(at), domain: '', count }
    }),
  )

export interface TalliedBounce {
  account_id: number
  address_key: string
  /** Null when the message was refused at once. */
  sent_at: number | null
  /** When the bounce came. */
  at: number
  message_at: number
  type: 'hard' | 'soft'
  /** This hard one takes the place of a soft one, which counts already. */
  turned: number
}

export const tallyBounce = (tx: Executor, bounce: TalliedBounce): Promise<void> => {
  const { account_id: accountId, address_key, sent_at, at, message_at, type, turned } = bounce
  const place = { accountId, at: dayOf(message_at), domain: domainOf(address_key) }
  const measure = `${type}_bounces` as const
  if (turned) {
    return insertTallies(tx, [
      { ...place, measure, count: 1 },
      { ...place, measure: 'soft_bounces', count: -1 },
    ])
  }
  return insertTallies(tx, [
    { accountId, measure: 'bounces', at: slotOf(at), domain: '', count: 1 },
    { ...place, measure, count: 1 },
    ...(sent_at === null ? [] : [{ ...place, measure: 'returned' as const, count: 1 }]),
  ])
}

export async function tallyComplaint(
  tx: Executor,
  {
    accountId,
    emailKey,
    campaignId,
    now,
  }: { accountId: number; emailKey: string; campaignId: number | null; now: number },
): Promise<void> {
  const { sent_at } = await tx
    .selectFrom('recipients')
    .select(({ fn }) => fn.max('sent_at').as('sent_at'))
    .where('campaign_id', '=', campaignId)
    .where('account_id', '=', accountId)
    .where('address_key', '=', emailKey)
    .executeTakeFirstOrThrow()
  const at = dayOf(sent_at ?? now)
  await insertTallies(tx, [
    { accountId, measure: 'complaints', at, domain: domainOf(emailKey), count: 1 },
  ])
}

async function insertTallies(tx: Executor, tallies: readonly Tally[]): Promise<void> {
  const sums = addUp(tallies)
  if (sums.length === 0) return
  const rows = dialectOf(tx).records(
    sums.map(({ accountId, ...tally }) => ({ account_id: accountId, ...tally })),
    { account_id: 'int', measure: 'text', at: 'int', domain: 'text', count: 'int' },
  )
  await sql`
    insert into tallies (account_id, measure, at, domain, count)
    select account_id, measure, at, domain, count from ${rows} as r
  `.execute(tx)
}
