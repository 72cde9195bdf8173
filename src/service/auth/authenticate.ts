import type { Endpoint, Role } from '../../contract/endpoint.ts'
import { mayCall } from '../../contract/permissions.ts'
import type { Clock } from '../../core/clock.ts'
import { Failure } from '../../core/failure.ts'
import { asLanguage } from '../../core/language.ts'
import type { Executor } from '../database/dialect.ts'
import type { Principal } from '../handler.ts'
import type { Secrets } from '../keys/secrets.ts'
import { recordAction, routeOf } from './audit-store.ts'
import { createReadAudit } from './audited-reads.ts'
import { findLimitGroup, findRelation } from './relation-store.ts'
import { findSession } from './store.ts'
import { readToken } from './token.ts'

interface Collaborators {
  db: Executor
  clock: Clock
  secrets: Secrets
}

/** Whether the account is below one that is no Admin. */
const isSubAccount = ({ parent_role }: { parent_role: string | null }): boolean =>
  parent_role !== null && parent_role !== 'Admin'

/**
 * Authenticates a bearer token and checks that its role may call the endpoint. Logs what is done and
 * read in another account's name.
 */
export const authenticate = ({ db, clock, secrets }: Collaborators) => {
  const isFirstRead = createReadAudit()
  return async (token: string | undefined, endpoint: Endpoint): Promise<Principal> => {
    if (token === undefined) throw new Failure('unauthorized')
    const now = clock.now()
    const { jti } = await readToken(secrets.jwt, token, now)
    const session = await findSession(db, jti)
    if (!session) throw new Failure('unauthorized')
    if (session.revoked_at !== null) throw new Failure('token_revoked')
    const { id, timezone, actor_id: actor, rate_per_hour: ratePerHour } = session
    const role = session.role as Role // written from the same list
    const isActing = actor !== null
    if (isActing) await refuseStranger(actor)
    // This includes suspensions of accounts above: see `suspended_by`.
    if (session.status !== 'active') throw new Failure('suspended')
    if (!mayCall(role, endpoint, { isActing })) throw new Failure('forbidden')
    if (isActing && (endpoint.effect !== 'read' || isFirstRead(jti, routeOf(endpoint), now))) {
      await recordAction(db, { accountId: id, actorId: actor, endpoint, now })
    }
    const language = asLanguage(session.language)
    const limitGroup = isSubAccount(session) ? await findLimitGroup(db, id) : id
    return { id, role, jti, actor, ratePerHour, limitGroup, language, timezone }

    /**
     * The target account may have been moved, or the actor suspended, since the token was issued.
     */
    async function refuseStranger(callerId: number): Promise<void> {
      if (session?.actor_status !== 'active') throw new Failure('token_revoked')
      if (!(await findRelation(db, { callerId, accountId: id }))) throw new Failure('token_revoked')
    }
  }
}
