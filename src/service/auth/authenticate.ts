import type { Endpoint, Role } from '../../contract/endpoint.ts'
import { mayCall } from '../../contract/permissions.ts'
import type { Clock } from '../../core/clock.ts'
import { looksLike } from '../../core/credentials/secret-text.ts'
import { Failure } from '../../core/failure.ts'
import { asLanguage } from '../../core/language.ts'
import type { Executor } from '../database/dialect.ts'
import type { Principal } from '../handler.ts'
import { requireScope } from '../http/scopes.ts'
import type { Secrets } from '../keys/secrets.ts'
import type { ServiceSettings } from '../service.ts'
import { findKeyCredential } from './api-keys/credential.ts'
import { type Credential, findSessionCredential } from './credential.ts'
import { findAppCredential } from './oauth/credential.ts'
import { findLimitGroup } from './relation-store.ts'

interface Collaborators {
  db: Executor
  clock: Clock
  secrets: Secrets
  settings: Pick<ServiceSettings, 'publicUrl'>
}

/** Whether the account is below one that is no Admin. */
const isSubAccount = ({ parent_role }: Credential['account']): boolean =>
  parent_role !== null && parent_role !== 'Admin'

function findCredential(
  { db, secrets, settings }: Collaborators,
  token: string,
  now: number,
): Promise<Credential> {
  if (looksLike('apiKey', token)) return findKeyCredential(db, token, now)
  if (looksLike('accessToken', token)) return findAppCredential(db, settings, token, now)
  return findSessionCredential(db, secrets.jwt, token, now)
}

/**
 * Authenticates a bearer token, of a session, an API key or an assistant, and checks that its role and its
 * scopes may call the endpoint.
 */
export const authenticate =
  (service: Collaborators) =>
  async (token: string | undefined, endpoint: Endpoint): Promise<Principal> => {
    if (token === undefined) throw new Failure('unauthorized')
    const { db, clock } = service
    const credential = await findCredential(service, token, clock.now())
    const { account, jti, actor, key, app, scopes, saveUse } = credential
    // This includes suspensions of accounts above: see `suspended_by`.
    if (account.status !== 'active') throw new Failure('suspended')
    const { id, timezone, rate_per_hour: ratePerHour } = account
    const role = account.role as Role // written from the same list
    if (!mayCall(role, endpoint, { isActing: actor !== null })) throw new Failure('forbidden')
    requireScope(scopes, endpoint)
    await saveUse?.()
    const language = asLanguage(account.language)
    const limitGroup = isSubAccount(account) ? await findLimitGroup(db, id) : id
    return {
      ...{ id, role, jti, actor, key, app, scopes, ratePerHour, limitGroup, language, timezone },
    }
  }
