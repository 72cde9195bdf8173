import type { Clock } from '../../core/clock.ts'
import { jitter } from '../../core/ids.ts'
import { signWebhook } from '../../core/webhook-signature.ts'
import type { Outbound, Reply } from '../outbound.ts'
import type { Vault } from '../secrets.ts'
import type { ClaimedDelivery } from './queue-store.ts'
import { nextAttemptAt } from './schedule.ts'
import { signingSecrets } from './secret.ts'
import type { Attempt } from './settle-store.ts'

interface Collaborators {
  outbound: Outbound
  clock: Clock
  vault: Vault
}

/** One attempt, signed at its moment. Undefined when it was stopped, which counts for nothing. */
export async function attemptDelivery(
  { outbound, clock, vault }: Collaborators,
  delivery: ClaimedDelivery,
  stop: AbortSignal,
): Promise<Attempt | undefined> {
  const at = clock.now()
  const reply = await outbound.post(requestOf(delivery, vault, at), stop)
  if ('fault' in reply && reply.fault === 'stopped') return undefined
  const now = clock.now()
  return {
    delivery,
    at,
    ms: now - at,
    status: 'status' in reply ? reply.status : null,
    error: 'fault' in reply ? reply.fault : null,
    end: endOf(reply, delivery.attempts + 1, now),
  }
}

/** The receiver says that it is gone for good. */
export const isGone = ({ status }: Attempt): boolean => status === 410

function endOf(reply: Reply, attempts: number, now: number): Attempt['end'] {
  const status = 'status' in reply ? reply.status : 0
  if (status >= 200 && status < 300) return { state: 'delivered' }
  const nextAt = status === 410 ? null : nextAttemptAt(attempts, now, jitter())
  return nextAt === null ? { state: 'failed' } : { state: 'pending', nextAt }
}

/** The payload of the specification with the event's name and number; signed by Standard Webhooks. */
function requestOf({ url, secrets, event }: ClaimedDelivery, vault: Vault, now: number) {
  const body = JSON.stringify({ ...JSON.parse(event.payload), event: event.type, id: event.id })
  const id = String(event.id)
  const timestamp = Math.floor(now / 1000)
  const signatures = signingSecrets(vault, secrets, now).map((secret) =>
    signWebhook({ id, timestamp, body, secret }),
  )
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'remite-webhooks',
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  }
  return { url, headers, body }
}
