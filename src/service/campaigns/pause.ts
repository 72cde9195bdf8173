import type { contract } from '../../contract/index.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Handler } from '../handler.ts'
import type { Service } from '../service.ts'
import { stateCounts } from './stats-store.ts'
import { released, steer } from './steer.ts'

/** Stops a campaign within one batch: every message asks once more before it goes out. */
export const pause =
  ({ db, reader, clock }: Service): Handler<typeof contract.campaigns.pause> =>
  async ({ id }, { account }) => {
    const change = { ...released, reason: 'user', updated_at: clock.now() }
    // Counted after it, by the reader, and doing it again does no harm: no key has to be kept with it.
    const status = await inTransaction(db, (tx) =>
      steer(tx, { account: account.id, id }, 'pause', change),
    )
    const counts = (await stateCounts(reader, [id])).get(id)
    return { ok: true, status, remaining: (counts?.pending ?? 0) + (counts?.deferred ?? 0) }
  }
