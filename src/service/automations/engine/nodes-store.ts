import { sql } from 'kysely'
import { dialectOf, type Executor } from '../../database/dialect.ts'
import type { Run } from './runs-store.ts'

/** What a node has of its own: the campaign its mail belongs to, the receiver that it tells. */
export interface Owned {
  campaign: number | null
  webhook: number | null
}

/** What the nodes of a version own, by node. */
export async function selectOwned(
  tx: Executor,
  automation: number,
  version: number,
): Promise<Map<string, Owned>> {
  const rows = await tx
    .selectFrom('automation_nodes')
    .select(['node', 'campaign_id', 'webhook_id'])
    .where('automation_id', '=', automation)
    .where('version', '=', version)
    .execute()
  return new Map(
    rows.map(({ node, campaign_id, webhook_id }) => [
      node,
      { campaign: campaign_id, webhook: webhook_id },
    ]),
  )
}

/** More steps than a run can make: of each run every step has a visit of its own. */
const visitsPerRun = 1024

export interface NewRecipient {
  run: Pick<Run, 'id' | 'steps' | 'contact_id'>
  addressKey: string
}

interface Handing {
  account: number
  campaign: number
  /** When the month ends that their sends were taken from. */
  takenUntil: number
  now: number
}

/**
 * Hands messages over to delivery, which looks again whether each may go out. The step is part of
 * the key, so that no message is handed over twice.
 */
export async function insertRecipients(
  tx: Executor,
  { account, campaign, takenUntil, now }: Handing,
  recipients: readonly NewRecipient[],
): Promise<void> {
  const rows = recipients.map(({ run, addressKey }) => ({
    contact: run.contact_id,
    address: addressKey,
    nth: run.id * visitsPerRun + run.steps + 1,
  }))
  const source = dialectOf(tx).records(rows, { contact: 'int', address: 'text', nth: 'int' })
  await tx
    .updateTable('campaigns')
    .set((row) => ({ recipients: row('recipients', '+', rows.length) }))
    .where('id', '=', campaign)
    .execute()
  await sql`
    insert into recipients (account_id, campaign_id, address_key, visit, contact_id, state,
      lease_until, attempts, next_at, taken_until)
    select ${account}, ${campaign}, address, nth, contact, 'pending', 0, 0, ${now}, ${takenUntil}
    from ${source} as r
  `.execute(tx)
}

/** What can be looked up of a message: whether that happened to it. */
const traces = {
  open: sql`select 1 from engagements e
    where e.recipient_id = m.id and e.kind = 'open' and e.machine = 0`,
  click: sql`select 1 from engagements e
    where e.recipient_id = m.id and e.kind = 'click' and e.machine = 0`,
  sent: sql`select 1 where m.state = 'sent'`,
  bounce: sql`select 1 from bounces b where b.recipient_id = m.id`,
  conversion: sql`select 1 from conversions c where c.recipient_id = m.id`,
}

export const isTraced = (event: string): event is keyof typeof traces => event in traces

/** Those runs to whose last message of a node that has happened already. */
export async function selectHappened(
  tx: Executor,
  event: keyof typeof traces,
  campaign: number,
  runs: readonly Pick<Run, 'id' | 'contact_id'>[],
): Promise<ReadonlySet<number>> {
  const rows = runs.map(({ id, contact_id }) => ({ run: id, contact: contact_id }))
  const source = dialectOf(tx).records(rows, { run: 'int', contact: 'int' })
  const { rows: found } = await sql<{ run: number }>`
    select r.run from ${source} as r where exists (
      select 1 from recipients m where m.contact_id = r.contact and m.campaign_id = ${campaign}
        and m.visit = (
          select max(l.visit) from recipients l
          where l.contact_id = r.contact and l.campaign_id = ${campaign}
            and l.visit >= r.run * ${visitsPerRun} and l.visit < (r.run + 1) * ${visitsPerRun}
        ) and exists (${traces[event]})
    )
  `.execute(tx)
  return new Set(found.map(({ run }) => run))
}

export interface PendingSignal {
  contact_id: number
  campaign_id: number | null
  name: string | null
}

/** What was told of these contacts and not read yet. */
export async function selectPending(
  tx: Executor,
  kind: string,
  contacts: readonly number[],
): Promise<PendingSignal[]> {
  if (contacts.length === 0) return []
  return tx
    .selectFrom('signals')
    .select(['contact_id', 'campaign_id', 'name'])
    .where('contact_id', 'in', contacts)
    .where('kind', '=', kind)
    .execute()
}
