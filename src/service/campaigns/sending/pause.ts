import type { contract } from '../../../contract/index.ts'
import { inTransaction } from '../../database/transaction.ts'
import type { Handler } from '../../handler.ts'
import { logAfter } from '../../log.ts'
import type { Service } from '../../service.ts'
import { recipientCounts } from '../reporting/recipient-counts.ts'
import { applyTransition, releasedLease } from './apply-transition.ts'

/**
 * Pauses a campaign. It stops within one batch, since the status is checked before each message.
 */
export const pause =
  ({ db, reader, clock, log }: Service): Handler<typeof contract.campaigns.pause> =>
  async ({ id }, { account }) => {
    const change = { ...releasedLease, reason: 'user', updated_at: clock.now() }
    // The counts are read afterwards by the reader. Repeating a pause is harmless, so no
    // idempotency key is stored.
    const status = await logAfter(log, (log) =>
      inTransaction(db, (tx) =>
        applyTransition({ tx, log }, { account: account.id, id }, 'pause', change),
      ),
    )
    const counts = (await recipientCounts(reader, [id])).get(id)
    return { ok: true, status, remaining: (counts?.pending ?? 0) + (counts?.deferred ?? 0) }
  }
