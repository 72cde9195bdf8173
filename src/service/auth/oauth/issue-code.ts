import { createHmac } from 'node:crypto'
import { Failure } from '../../../core/failure.ts'
import { stripControls } from '../../../core/safe-text.ts'
import { minuteMs } from '../../../core/time.ts'
import { inTransaction } from '../../database/transaction.ts'
import type { Service } from '../../service.ts'
import { changesOf } from '../audit-changes.ts'
import { insertAction } from '../audit-store.ts'
import { oauthPaths, resourceOf } from './addresses.ts'
import { scopeText, storedScopes } from './asked-scopes.ts'
import type { AuthorizationRequest } from './authorization-request.ts'
import { hashOfToken } from './hash.ts'
import { nameOfApp } from './name-of-app.ts'
import { hostOf } from './redirect-uri.ts'
import { countGrants, deleteGrant, findToken, insertGrant, insertToken } from './store.ts'

/** A client exchanges its code at once. */
const codeMs = minuteMs

/** Many more than assistants that a person uses. */
const maxGrants = 100

interface Consent {
  accountId: number
  request: AuthorizationRequest
  scopes: readonly string[]
  /** Identifies the form that was sent. */
  form: string
  ip: string
  userAgent: string | undefined
}

/**
 * Stores what a user has allowed and returns the code for it. A form that is sent twice, by a double
 * click, gets the same code again; undefined once that code was used or has expired.
 */
export async function issueCode(service: Service, consent: Consent): Promise<string | undefined> {
  const { db, clock, settings } = service
  const { accountId, request, scopes, ip, userAgent } = consent
  const { client, redirectUri, challenge } = request
  const now = clock.now()
  const code = codeOf(service, consent)
  const hash = hashOfToken(code)
  const stored = storedScopes(scopes)
  const name = client.name
  const isNew = await inTransaction(db, async (tx) => {
    if ((await countGrants(tx, { accountId, now })) >= maxGrants) {
      throw new Failure('quota_exceeded')
    }
    const until = { created_at: now, expires_at: now + codeMs }
    const grant = {
      ...{ account_id: accountId, client_id: client.id, client_name: name, ...until },
      ...{ host: client.host ?? hostOf(redirectUri), scopes: stored },
      ...{ resource: resourceOf(settings), last_used_at: null, revoked_at: null },
    }
    const grantId = await insertGrant(tx, grant)
    const token = {
      ...{ grant_id: grantId, kind: 'code' as const, hash, scopes: stored, ...until },
      ...{ redirect_uri: redirectUri, code_challenge: challenge, used_at: null },
    }
    if (!(await insertToken(tx, token))) {
      await deleteGrant(tx, grantId)
      return false
    }
    await insertAction(tx, {
      ...{ account_id: accountId, actor_id: accountId, act: `POST ${oauthPaths.authorize}` },
      ...{ path: oauthPaths.authorize, new_id: grantId, key_id: null, ip, at: now },
      key_name: nameOfApp({ name, host: grant.host }),
      client: userAgent === undefined ? null : stripControls(userAgent).slice(0, 120),
      changes: JSON.stringify(changesOf({ after: { scopes: scopeText(stored) } })),
    })
    return true
  })
  if (isNew) return code
  const earlier = await findToken(db, hash)
  const isOpen = earlier && earlier.used_at === null && earlier.expires_at > now
  return isOpen && earlier.revoked_at === null ? code : undefined
}

/** The code follows from the form, so that the same form has the same code. */
function codeOf({ secrets }: Service, { accountId, request, form }: Consent): string {
  const { client, redirectUri, challenge } = request
  const parts = ['oauth code', form, accountId, client.id, redirectUri, challenge]
  return createHmac('sha256', secrets.mac[0].secret)
    .update(JSON.stringify(parts))
    .digest('base64url')
}
