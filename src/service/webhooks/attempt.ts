import type { Clock } from '../../core/clock.ts'
import { jitter } from '../../core/ids.ts'
import { signWebhook } from '../../core/webhook-signature.ts'
import type { Vault } from '../keys/vault.ts'
import type { Outbound, Reply } from '../outbound.ts'
import type { Attempt } from './attempts-store.ts'
import type { ClaimedDelivery } from './queue-store.ts'
import { nextAttemptAt } from './retry-schedule.ts'
import { signingSecrets } from './secret.ts'

interface Collaborators {
  outbound: Outbound
  clock: Clock
  vault: Vault
}

/**
 * Makes one signed attempt. Returns undefined when it was aborted, which does not count as an
 * attempt.
 */
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
    outcome: endOf(reply, delivery.attempts + 1, now),
  }
}

/** 410: the receiver has permanently gone. */
export const isGone = ({ status }: Attempt): boolean => status === 410

function endOf(reply: Reply, attempts: number, now: number): Attempt['outcome'] {
  const status = 'status' in reply ? reply.status : 0
  if (status >= 200 && status < 300) return { state: 'delivered' }
  const nextAt = status === 410 ? null : nextAttemptAt(attempts, now, jitter())
  return nextAt === null ? { state: 'failed' } : { state: 'pending', nextAt }
}

/** The body is the payload with the name and id of the event; signed as in Standard Webhooks. */
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
