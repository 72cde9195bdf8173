import { type RawBuilder, sql } from 'kysely'
import { giveBack } from '../campaigns/reserve-store.ts'
import { recordBounce } from '../contacts/bounce-store.ts'
import { dialectOf, type Executor } from '../database/dialect.ts'
import { appendSignals } from '../events/signals-store.ts'
import { tallySends } from '../events/tally-store.ts'
import { isActiveAccount } from './audience.ts'
import { refreshTotals } from './finish.ts'
import type { Ledger, Letter } from './letter.ts'
import type { Settlement } from './settlement.ts'

/** Longer than a relay may take for one message, and for the one before it on the connection. */
export const leaseMs = 30 * 60_000

export interface Result {
  letter: Letter
  settlement: Settlement
}

const ledgers: readonly Ledger[] = ['recipients', 'messages']

/**
 * Writes that these messages are about to go out. Only those that are returned may: the others were
 * paused or cancelled, or another worker has them.
 */
export async function submitLetters(
  tx: Executor,
  letters: readonly Letter[],
  now: number,
): Promise<Set<Letter>> {
  const granted = new Set<Letter>()
  for (const ledger of ledgers) {
    const own = letters.filter((letter) => letter.ledger === ledger)
    if (own.length === 0) continue
    const { rows } = await sql<{ id: number }>`
      update ${sql.table(ledger)} set state = 'submitting', lease_until = ${now + leaseMs}
      from ${claimsOf(tx, own)} as r
      where ${sql.table(ledger)}.id = r.letter and ${sql.table(ledger)}.claim = r.letter_claim
        and state = 'claimed' and ${mayGo(ledger)}
      returning ${sql.table(ledger)}.id as id
    `.execute(tx)
    const ids = new Set(rows.map(({ id }) => id))
    for (const letter of own) if (ids.has(letter.id)) granted.add(letter)
  }
  return granted
}

const mayGo = (ledger: Ledger): RawBuilder<boolean> =>
  ledger === 'messages'
    ? sql`true`
    : sql`exists (
        select 1 from campaigns where campaigns.id = recipients.campaign_id
          and campaigns.status in ('sending', 'ab_testing') and ${isActiveAccount}
      )`

/** Gives claimed messages back as they were. */
export async function releaseLetters(tx: Executor, letters: readonly Letter[]): Promise<void> {
  for (const ledger of ledgers) {
    const own = letters.filter((letter) => letter.ledger === ledger)
    if (own.length === 0) continue
    await sql`
      update ${sql.table(ledger)}
      set state = case when attempts > 0 then 'deferred' else 'pending' end, claim = null
      from ${claimsOf(tx, own)} as r
      where ${sql.table(ledger)}.id = r.letter and ${sql.table(ledger)}.claim = r.letter_claim
        and state = 'claimed'
    `.execute(tx)
  }
}

export interface Postponed {
  letter: Letter
  dueAt: number
}

/** Gives claimed messages back as they were, to come again at their time. */
export async function postponeLetters(
  tx: Executor,
  postponed: readonly Postponed[],
): Promise<void> {
  for (const ledger of ledgers) {
    const own = postponed.filter(({ letter }) => letter.ledger === ledger)
    if (own.length === 0) continue
    const records = dialectOf(tx).records(
      own.map(({ letter, dueAt }) => ({
        letter: letter.id,
        letter_claim: letter.claim,
        due: dueAt,
      })),
      { letter: 'int', letter_claim: 'text', due: 'int' },
    )
    await sql`
      update ${sql.table(ledger)}
      set state = case when attempts > 0 then 'deferred' else 'pending' end, claim = null,
        next_at = r.due
      from ${records} as r
      where ${sql.table(ledger)}.id = r.letter and ${sql.table(ledger)}.claim = r.letter_claim
        and state = 'claimed'
    `.execute(tx)
  }
}

const claimsOf = (db: Executor, letters: readonly Letter[]) =>
  dialectOf(db).records(
    letters.map(({ id, claim }) => ({ letter: id, letter_claim: claim })),
    { letter: 'int', letter_claim: 'text' },
  )

/** Writes what became of messages that were submitted, and what that says of the contacts. */
export async function settleLetters(
  tx: Executor,
  results: readonly Result[],
  now: number,
): Promise<void> {
  for (const ledger of ledgers) {
    const own = results.filter(({ letter }) => letter.ledger === ledger)
    if (own.length === 0) continue
    const written = await writeSettlements(tx, ledger, own, 'submitting')
    if (written.length < own.length && ledger === 'recipients') await settleLate(tx, own)
  }
  for (const { letter, settlement } of results) {
    const { refusal, response: diagnostic } = settlement
    if (refusal && letter.ledger === 'recipients') {
      await recordBounce(tx, { recipientId: letter.id, refusal, diagnostic, now })
    }
  }
}

/**
 * The lease ran out while the relay was thinking, and the message was taken for uncertain. Its
 * campaign may have ended since, so a refusal for now is one for good.
 */
async function settleLate(tx: Executor, results: readonly Result[]): Promise<void> {
  const final = results
    .filter(({ settlement }) => settlement.state !== 'pending')
    .map(({ letter, settlement }) => ({
      letter,
      settlement: {
        ...settlement,
        state: settlement.state === 'deferred' ? ('failed' as const) : settlement.state,
      },
    }))
  await refreshTotals(tx, await writeSettlements(tx, 'recipients', final, 'uncertain'))
}

/** Returns the campaign of each row that was written (of a service message none: 0). */
async function writeSettlements(
  tx: Executor,
  ledger: Ledger,
  results: readonly Result[],
  from: 'submitting' | 'uncertain',
): Promise<number[]> {
  const records = dialectOf(tx).records(
    results.map(({ letter, settlement }) => ({
      letter: letter.id,
      letter_claim: letter.claim,
      to_state: settlement.state,
      tried: settlement.attempts,
      due: settlement.nextAt,
      said: settlement.response,
      at: settlement.sentAt,
    })),
    {
      letter: 'int',
      letter_claim: 'text',
      to_state: 'text',
      tried: 'int',
      due: 'int',
      said: 'text',
      at: 'int',
    },
  )
  const isRecipient = ledger === 'recipients'
  const { rows } = await sql<Settled>`
    update ${sql.table(ledger)}
    set state = r.to_state, attempts = r.tried, next_at = r.due, response = r.said, sent_at = r.at,
      ${isRecipient ? sql`claim = null` : wipe}
    from ${records} as r
    where ${sql.table(ledger)}.id = r.letter and ${sql.table(ledger)}.claim = r.letter_claim
      and state = ${from}
    returning ${isRecipient ? recipientColumns : sql`0 as campaign_id`}
  `.execute(tx)
  if (isRecipient) {
    const sent = rows.filter(isSent)
    await tallySends(tx, sent)
    await appendSignals(tx, sent.map(signalOf))
    await giveBack(
      tx,
      rows.filter(({ state }) => state === 'failed'),
    )
  }
  return rows.map(({ campaign_id }) => campaign_id)
}

const recipientColumns = sql`campaign_id, account_id, contact_id, address_key, recipients.sent_at,
  recipients.state, taken_until`

const signalOf = ({
  account_id,
  contact_id,
  campaign_id,
  sent_at,
}: Settled & { sent_at: number }) => ({
  accountId: account_id,
  kind: 'sent' as const,
  contactId: contact_id,
  campaignId: campaign_id,
  now: sent_at,
})

interface Settled {
  campaign_id: number
  account_id: number
  contact_id: number
  address_key: string
  sent_at: number | null
  state: string
  taken_until: number | null
}

const isSent = (row: Settled): row is Settled & { sent_at: number } => row.sent_at !== null

/** Codes and links are secrets; nobody needs them once they are out, or never will be. */
const wipe = sql`claim = null,
  subject = case when r.to_state in ('pending', 'deferred') then subject else '' end,
  text = case when r.to_state in ('pending', 'deferred') then text else '' end,
  html = case when r.to_state in ('pending', 'deferred') then html else '' end`
