import type { contract } from '../../contract/index.ts'
import { Failure } from '../../core/failure.ts'
import { newUuid } from '../../core/ids.ts'
import { hourMs } from '../../core/time.ts'
import { insertSession } from '../auth/store.ts'
import { signToken } from '../auth/token.ts'
import type { Handler } from '../handler.ts'
import type { Service } from '../service.ts'
import { requireAccount } from './access.ts'

/** Long enough for an investigation, short enough if a terminal is left open. */
const actingMs = hourMs

/** What the session changes and reads is logged under the impersonator: see `createAudit`. */
export const impersonate =
  ({ clock, secrets, log }: Service): Handler<typeof contract.users.impersonate> =>
  async ({ id }, { account, transact, note }) => {
    const now = clock.now()
    const expiresAt = now + actingMs
    const jti = newUuid()
    const claims = { account: id, actor: account.id, jti, issuedAt: now, expiresAt }
    const token = await signToken(secrets.jwt, claims)
    const answer = await transact(async (tx) => {
      const target = await requireAccount(tx, account, id, 'impersonate')
      if (target.status !== 'active') throw new Failure('suspended')
      await insertSession(tx, {
        jti,
        account_id: id,
        actor_id: account.id,
        remembered: 0,
        created_at: now,
        expires_at: expiresAt,
        revoked_at: null,
      })
      note({ accountId: id })
      return { token, expires_at: new Date(Math.floor(expiresAt / 1000) * 1000).toISOString() }
    })
    log.info('impersonation begun', { account: id, actor: account.id })
    return answer
  }
