import { sql } from 'kysely'
import { dialectOf, type Executor } from '../database/dialect.ts'
import { sliceSize } from '../database/slices.ts'

/** What automations can be told of. */
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

export interface NewSignal {
  accountId: number
  kind: SignalKind
  contactId: number
  campaignId?: number | null
  linkId?: number | null
  /** Of a custom event or a conversion. */
  name?: string
  properties?: Readonly<Record<string, unknown>>
  /** The automation whose doing it is, which nobody enters by it. */
  automationId?: number | undefined
  now: number
}

/**
 * Tells automations of what happened, in the transaction of the fact. Where nobody listens nothing
 * is written: then it costs one look into a table that is nearly empty.
 */
export async function appendSignals(tx: Executor, signals: readonly NewSignal[]): Promise<void> {
  if (signals.length === 0) return
  const wanted = await selectWanted(tx, new Set(signals.map(({ accountId }) => accountId)))
  if (wanted.size === 0) return
  const rows = signals
    .filter(({ accountId, kind }) => wanted.has(keyOf(accountId, kind)))
    .map((signal) => ({
      account: signal.accountId,
      kind: signal.kind,
      contact: signal.contactId,
      campaign: signal.campaignId ?? null,
      link: signal.linkId ?? null,
      name: signal.name ?? null,
      properties: JSON.stringify(signal.properties ?? {}),
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
      automation: 'int',
      at: 'int',
    })
    await sql`
      insert into signals (account_id, kind, contact_id, campaign_id, link_id, name, properties,
        automation_id, at)
      select account, kind, contact, campaign, link, name, properties, automation, at
      from ${source} as r
    `.execute(tx)
  }
}

async function selectWanted(
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

/** From now on these kinds of an account are told, and no others. */
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
