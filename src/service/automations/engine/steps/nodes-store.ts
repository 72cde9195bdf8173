import { sql } from 'kysely'
import { visitsPerRun } from '../../../campaigns/run-events/run-events-store.ts'
import { dialectOf, type Executor } from '../../../database/dialect.ts'
import { addRecipients } from '../../../figures/recipients-store.ts'
import { enqueueRecipients } from '../../../queue/enqueue-store.ts'
import type { Signal } from '../signals/signals-store.ts'
import type { Run } from './runs-store.ts'

/** The resources of a node: the campaign of its messages, the webhook it calls. */
export interface NodeResources {
  campaign: number | null
  /** Whether its messages are paused. */
  isHeld: boolean
  webhook: number | null
}

/** Returns the resources of a version's nodes by node. */
export async function selectNodeResources(
  tx: Executor,
  { id, accountId }: { id: number; accountId: number },
  version: number,
): Promise<Map<string, NodeResources>> {
  const rows = await tx
    .selectFrom('automation_nodes')
    .leftJoin('campaigns', 'campaigns.id', 'automation_nodes.campaign_id')
    .select(['node', 'campaign_id', 'webhook_id', 'status'])
    .where('automation_nodes.account_id', '=', accountId)
    .where('automation_nodes.automation_id', '=', id)
    .where('automation_nodes.version', '=', version)
    .execute()
  return new Map(
    rows.map(({ node, campaign_id, webhook_id, status }) => [
      node,
      { campaign: campaign_id, isHeld: status === 'paused', webhook: webhook_id },
    ]),
  )
}

interface NewRecipient {
  run: Pick<Run, 'id' | 'steps' | 'contact_id'>
  addressKey: string
}

interface RecipientBatch {
  account: number
  campaign: number
  /** The end of the month whose limit the sends count against. */
  takenUntil: number
  now: number
}

/**
 * Queues messages for delivery, which checks again whether each may be sent. The step is part of
 * the unique key, so that no message is queued twice.
 */
export async function insertRecipients(
  tx: Executor,
  { account, campaign, takenUntil, now }: RecipientBatch,
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
  const ids = await addRecipients(
    tx,
    { account, campaign, takenUntil, skipsKnown: false },
    sql`select address, nth, contact from ${source} as r`,
  )
  await enqueueRecipients(tx, { account, campaign, ids, dueAt: now })
}

/** Events that can be looked up for a message after the fact. */
const pastEventQueries = {
  open: sql`select 1 from engagements e
    where e.recipient_id = m.id and e.kind = 'open' and e.machine = 0`,
  click: sql`select 1 from engagements e
    where e.recipient_id = m.id and e.kind = 'click' and e.machine = 0`,
  sent: sql`select 1 where m.state = 'sent'`,
  bounce: sql`select 1 from bounces b where b.recipient_id = m.id`,
  conversion: sql`select 1 from conversions c where c.recipient_id = m.id`,
}

export const isRecordedEvent = (event: string): event is keyof typeof pastEventQueries =>
  event in pastEventQueries

/** Returns the runs whose last message from a node already has the event. */
export async function selectRunsWithEvent(
  tx: Executor,
  event: keyof typeof pastEventQueries,
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
        ) and exists (${pastEventQueries[event]})
    )
  `.execute(tx)
  return new Set(found.map(({ run }) => run))
}

type PendingSignal = Pick<
  Signal,
  'contact_id' | 'campaign_id' | 'kind' | 'name' | 'at' | 'properties' | 'event'
>

/** Returns signals of these contacts that are not processed yet. */
export async function selectPendingSignals(
  tx: Executor,
  kind: string,
  contacts: readonly number[],
): Promise<PendingSignal[]> {
  if (contacts.length === 0) return []
  return tx
    .selectFrom('signals')
    .select(['contact_id', 'campaign_id', 'kind', 'name', 'at', 'properties', 'event'])
    .where('contact_id', 'in', contacts)
    .where('kind', '=', kind)
    .execute()
}
