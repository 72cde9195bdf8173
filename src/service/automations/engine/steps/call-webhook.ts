import { insertDeliveries } from '../../../events/deliveries-store.ts'
import { insertEvents } from '../../../events/outbox-store.ts'
import type { ActiveRun, StepContext } from './outcome.ts'

/** The event type of `webhook` nodes. Other webhooks cannot subscribe to it. */
const type = 'automation.webhook'

/** Queues an event for the node's webhook for each run. It is signed and retried like any other. */
export async function callWebhook(
  { tx, automation, now }: StepContext,
  { node, webhook }: { node: string; webhook: number },
  runs: readonly ActiveRun[],
): Promise<void> {
  const ids = await insertEvents(
    tx,
    runs.map(({ contact_id }) => ({
      accountId: automation.accountId,
      type,
      payload: { automation_id: automation.id, contact_id, node },
      now,
    })),
  )
  await insertDeliveries(
    tx,
    ids.map((eventId) => ({ accountId: automation.accountId, webhookId: webhook, eventId })),
    { replay: 0, now },
  )
}
