import { type Endpoint, type Role, roles } from '../../contract/endpoint.ts'
import type { Clock } from '../../core/clock.ts'
import { Failure } from '../../core/failure.ts'
import { asLanguage } from '../../core/language.ts'
import type { Executor } from '../database/dialect.ts'
import type { Principal } from '../handler.ts'
import type { Secrets } from '../secrets.ts'
import { findSession } from './store.ts'
import { readToken } from './token.ts'

interface Collaborators {
  db: Executor
  clock: Clock
  secrets: Secrets
}

/** The guard: who a bearer is, and whether that role may call the endpoint. */
export const authenticate =
  ({ db, clock, secrets }: Collaborators) =>
  async (token: string | undefined, endpoint: Endpoint): Promise<Principal> => {
    if (token === undefined) throw new Failure('unauthorized')
    const { jti } = await readToken(secrets.jwt, token, clock.now())
    const session = await findSession(db, jti)
    if (!session) throw new Failure('unauthorized')
    if (session.revoked_at !== null) throw new Failure('token_revoked')
    if (session.status !== 'active') throw new Failure('suspended')
    const role = session.role as Role // written from the same table
    if (!mayCall(role, endpoint)) throw new Failure('forbidden')
    const { id, timezone } = session
    return { id, role, jti, language: asLanguage(session.language), timezone }
  }

/** Roles are listed from the most to the least powerful. */
const mayCall = (role: Role, { access }: Endpoint): boolean =>
  access === 'public' || roles.indexOf(role) <= roles.indexOf(access)
