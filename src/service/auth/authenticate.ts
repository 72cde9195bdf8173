import type { Endpoint, Role } from '../../contract/endpoint.ts'
import { mayCall } from '../../contract/permissions.ts'
import type { Clock } from '../../core/clock.ts'
import { looksLikeApiKey } from '../../core/credentials/api-key.ts'
import { Failure } from '../../core/failure.ts'
import { asLanguage } from '../../core/language.ts'
import type { Executor } from '../database/dialect.ts'
import type { Principal } from '../handler.ts'
import { requireScope } from '../http/scopes.ts'
import type { Secrets } from '../keys/secrets.ts'
import { findKeyCredential } from './api-keys/credential.ts'
import { type Credential, findSessionCredential } from './credential.ts'
import { findLimitGroup } from './relation-store.ts'

interface Collaborators {
  db: Executor
  clock: Clock
  secrets: Secrets
}

/** Whether the account is below one that is no Admin. */
const isSubAccount = ({ parent_role }: Credential['account']): boolean =>
  parent_role !== null && parent_role !== 'Admin'

/**
 * Authenticates a bearer token, a session's or an API key, and checks that its role and its scopes may
 * call the endpoint.
 */
export const authenticate =
  ({ db, clock, secrets }: Collaborators) =>
  async (token: string | undefined, endpoint: Endpoint): Promise<Principal> => {
    if (token === undefined) throw new Failure('unauthorized')
    const now = clock.now()
    const { account, jti, actor, key, scopes, saveUse } = looksLikeApiKey(token)
      ? await findKeyCredential(db, token, now)
      : await findSessionCredential(db, secrets.jwt, token, now)
    // This includes suspensions of accounts above: see `suspended_by`.
    if (account.status !== 'active') throw new Failure('suspended')
    const { id, timezone, rate_per_hour: ratePerHour } = account
    const role = account.role as Role // written from the same list
    if (!mayCall(role, endpoint, { isActing: actor !== null })) throw new Failure('forbidden')
    requireScope(scopes, endpoint)
    await saveUse?.()
    const language = asLanguage(account.language)
    const limitGroup = isSubAccount(account) ? await findLimitGroup(db, id) : id
    return { id, role, jti, actor, key, scopes, ratePerHour, limitGroup, language, timezone }
  }
