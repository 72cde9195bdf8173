import { type RawBuilder, sql } from 'kysely'
import { dialectOf, type Executor } from '../database/dialect.ts'
import { sliceSize } from '../database/slices.ts'

/** The events that automations may listen to. */
export type SignalKind =
  | 'joined'
  | 'form'
  | 'confirmed'
  | 'open'
  | 'click'
  | 'sent'
  | 'bounce'
  | 'conversion'
  | 'custom'

interface NewSignal {
  accountId: number
  kind: SignalKind
  contactId: number
  campaignId?: number | null
  linkId?: number | null
  /** The name of a custom event or a conversion. */
  name?: string
  properties?: Readonly<Record<string, unknown>>
  /** What else a custom event has. */
  event?: { at: number; value: number | null; currency: string | null }
  /** The automation that caused it. Contacts do not enter that automation by it. */
  automationId?: number | undefined
  now: number
}

/**
 * Records signals for automations, in the transaction of the fact. Signals that no automation
 * listens to are dropped, which costs one read of a nearly empty table.
 */
export async function appendSignals(tx: Executor, signals: readonly NewSignal[]): Promise<void> {
  if (signals.length === 0) return
  const listened = await selectListened(tx, new Set(signals.map(({ accountId }) => accountId)))
  if (listened.size === 0) return
  const rows = signals
    .filter(({ accountId, kind }) => listened.has(keyOf(accountId, kind)))
    .map((signal) => ({
      account: signal.accountId,
      kind: signal.kind,
      contact: signal.contactId,
      campaign: signal.campaignId ?? null,
      link: signal.linkId ?? null,
      name: signal.name ?? null,
      properties: JSON.stringify(signal.properties ?? {}),
      event: signal.event ? JSON.stringify(signal.event) : null,
      automation: signal.automationId ?? null,
      at: signal.now,
    }))
  for (let start = 0; start < rows.length; start += sliceSize) {
    const source = dialectOf(tx).records(rows.slice(start, start + sliceSize), {
      account: 'int',
      kind: 'text',
      contact: 'int',
      campaign: 'int',
      link: 'int',
      name: 'text',
      properties: 'text',
      event: 'text',
      automation: 'int',
      at: 'int',
    })
    await sql`
      insert into signals (account_id, kind, contact_id, campaign_id, link_id, name, properties,
        event, automation_id, at)
      select account, kind, contact, campaign, link, name, properties, event, automation, at
      from ${source} as r
    `.execute(tx)
  }
}

/** A recipient to whom a message was sent. */
export interface SentRecipient {
  accountId: number
  recipientId: number
  sentAt: number
}

/** The statement that records the signals `sent` of recipients, for accounts that listen to them. */
export function appendingSent(db: Executor, sent: readonly SentRecipient[]): RawBuilder<object> {
  const records = dialectOf(db).inlineRecords(
    sent.map(({ accountId, recipientId, sentAt }) => ({
      sent_account: accountId,
      sent_recipient: recipientId,
      sent_at: sentAt,
    })),
    { sent_account: 'int', sent_recipient: 'int', sent_at: 'int' },
  )
  // The order of the joins matters: nearly no account listens, and then nothing else is read.
  return sql`
    insert into signals (account_id, kind, contact_id, campaign_id, link_id, name, properties,
      automation_id, at)
    select recipients.account_id, 'sent', recipients.contact_id, recipients.campaign_id, null, null,
      '{}', null, r.sent_at
    from (select account_id from signal_listeners where kind = 'sent') as listeners
    cross join ${records} as r
    join recipients on recipients.id = r.sent_recipient
      and recipients.account_id = r.sent_account
    where r.sent_account = listeners.account_id
  `
}

/** Whether automations of an account listen to one of the kinds. */
export async function areListenedTo(
  tx: Executor,
  accountId: number,
  kinds: readonly SignalKind[],
): Promise<boolean> {
  const listened = await selectListened(tx, new Set([accountId]))
  return kinds.some((kind) => listened.has(keyOf(accountId, kind)))
}

async function selectListened(
  tx: Executor,
  accounts: ReadonlySet<number>,
): Promise<ReadonlySet<string>> {
  const rows = await tx
    .selectFrom('signal_listeners')
    .select(['account_id', 'kind'])
    .where('account_id', 'in', [...accounts])
    .execute()
  return new Set(rows.map(({ account_id, kind }) => keyOf(account_id, kind)))
}

const keyOf = (accountId: number, kind: string) => `${accountId} ${kind}`

/** Replaces the signal kinds that an account's automations listen to. */
export async function setListenedKinds(
  tx: Executor,
  accountId: number,
  kinds: ReadonlySet<SignalKind>,
): Promise<void> {
  await tx.deleteFrom('signal_listeners').where('account_id', '=', accountId).execute()
  if (kinds.size === 0) return
  await tx
    .insertInto('signal_listeners')
    .values([...kinds].sort().map((kind) => ({ account_id: accountId, kind })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
