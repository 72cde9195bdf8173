import { Failure } from '../../core/failure.ts'
import type { Executor } from '../database/dialect.ts'
import type { Principal } from '../handler.ts'
import type { KeyRing } from '../keys/secrets.ts'
import { findRelation } from './relation-store.ts'
import { findSession } from './store.ts'
import { readToken } from './token.ts'

/** A valid token with its account, before the role and the scopes are checked. */
export interface Credential extends Pick<Principal, 'jti' | 'actor' | 'key' | 'app' | 'scopes'> {
  account: {
    id: number
    role: string
    status: string
    language: string
    timezone: string
    rate_per_hour: number
    parent_role: string | null
  }
  /** Saves that the token was used, once the request is allowed. */
  saveUse?(): Promise<void>
}

/** The token of a session may do everything that its account may. */
export async function findSessionCredential(
  db: Executor,
  ring: KeyRing,
  token: string,
  now: number,
): Promise<Credential> {
  const { jti } = await readToken(ring, token, now)
  const session = await findSession(db, jti)
  if (!session) throw new Failure('unauthorized')
  if (session.revoked_at !== null) throw new Failure('token_revoked')
  const { actor_id: actor, actor_status: actorStatus } = session
  if (actor !== null) {
    // The target account may have been moved, or the actor suspended, since the token was issued.
    if (actorStatus !== 'active') throw new Failure('token_revoked')
    const relation = await findRelation(db, { callerId: actor, accountId: session.id })
    if (!relation) throw new Failure('token_revoked')
  }
  return { account: session, jti, actor, key: null, app: null, scopes: null }
}
