import { insertDeliveries } from '../../events/deliveries-store.ts'
import { insertEvents } from '../../events/outbox-store.ts'
import type { Passing, Scene } from './outcome.ts'

/** Of a node's own webhook; no other can ask to be told of it. */
const type = 'automation.webhook'

/** Has the node's receiver told of each of them, signed and tried again like any event. */
export async function callWebhook(
  { tx, automation, now }: Scene,
  { node, webhook }: { node: string; webhook: number },
  runs: readonly Passing[],
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
    ids.map((eventId) => ({ webhookId: webhook, eventId })),
    { replay: 0, now },
  )
}
