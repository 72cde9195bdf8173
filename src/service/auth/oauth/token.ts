import { createSecret } from '../../../core/credentials/secret-text.ts'
import { dayMs, minuteMs } from '../../../core/time.ts'
import type { Executor } from '../../database/dialect.ts'
import { inTransaction } from '../../database/transaction.ts'
import type { FormFields } from '../../http/page.ts'
import type { Service } from '../../service.ts'
import { isResource } from './addresses.ts'
import { readScopes, scopeText, storedScopes } from './asked-scopes.ts'
import { challengeOfVerifier, hashOfToken } from './hash.ts'
import { OAuthError } from './oauth-error.ts'
import {
  extendGrant,
  type FoundToken,
  findToken,
  insertToken,
  revokeGrants,
  spendToken,
} from './store.ts'

const accessMs = 30 * minuteMs
/** An assistant that is not used for so long must be connected again. */
const refreshMs = 90 * dayMs
/** How long the second use of a code or a refresh token is recognised. */
const reuseMs = 7 * dayMs

type OAuthService = Pick<Service, 'db' | 'clock' | 'settings' | 'log'>

interface TokenAnswer {
  access_token: string
  token_type: 'Bearer'
  expires_in: number
  refresh_token: string
  scope: string
}

/** Exchanges a code or a refresh token for new tokens (RFC 6749, 4.1.3 and 6). Throws OAuthError. */
export async function exchangeToken(service: OAuthService, form: FormFields): Promise<TokenAnswer> {
  const grantType = required(form, 'grant_type')
  const clientId = required(form, 'client_id')
  if (grantType === 'authorization_code') {
    const redirectUri = required(form, 'redirect_uri')
    const verifier = required(form, 'code_verifier')
    refuseResource(service, form)
    const code = await spendable(service, { kind: 'code', clientId, token: required(form, 'code') })
    const isProven =
      code.redirect_uri === redirectUri && code.code_challenge === challengeOfVerifier(verifier)
    return exchange(service, code, isProven ? code.scopes : undefined)
  }
  if (grantType === 'refresh_token') {
    const token = required(form, 'refresh_token')
    const wanted = one(form, 'scope')
    refuseResource(service, form)
    const found = await spendable(service, { kind: 'refresh', clientId, token })
    const { scopes } = found
    return exchange(service, found, wanted === undefined ? scopes : lowered(scopes, wanted))
  }
  throw new OAuthError('unsupported_grant_type', 'Use authorization_code or refresh_token.')
}

/** Ends the grant of a token (RFC 7009). A token that is not ours needs no end. Throws OAuthError. */
export async function revokeToken(
  { db, clock }: Pick<Service, 'db' | 'clock'>,
  form: FormFields,
): Promise<void> {
  const clientId = required(form, 'client_id')
  const found = await findToken(db, hashOfToken(required(form, 'token')))
  if (!found || found.kind === 'code') return
  if (found.client_id !== clientId) throw refused()
  await revokeGrants(db, { grantId: found.grant_id, now: clock.now() })
}

interface Presented {
  kind: 'code' | 'refresh'
  clientId: string
  token: string
}

/**
 * Finds a token that its client may exchange now. A token that was exchanged before has been stolen, from
 * its client or by it, so the whole grant ends.
 */
async function spendable(
  { db, clock, settings, log }: OAuthService,
  { kind, clientId, token }: Presented,
): Promise<FoundToken> {
  const now = clock.now()
  const found = await findToken(db, hashOfToken(token))
  if (found?.kind !== kind || found.client_id !== clientId) throw refused()
  if (found.used_at !== null) await endStolen({ db, log }, found, now)
  const isValid = found.expires_at > now && found.revoked_at === null && found.used_at === null
  if (!isValid || !isResource(settings, found.resource)) throw refused()
  return found
}

/**
 * Spends a token and issues new ones in one transaction, so that a client never loses both. Without scopes,
 * for a client that could not prove itself, it is spent all the same.
 */
async function exchange(
  service: OAuthService,
  found: FoundToken,
  accessScopes: string | undefined,
): Promise<TokenAnswer> {
  const { db, clock } = service
  const now = clock.now()
  const outcome = await inTransaction(db, async (tx) => {
    if (!(await spendToken(tx, { id: found.id, now, expiresAt: now + reuseMs }))) return 'used'
    return accessScopes === undefined ? 'unproven' : issueTokens(tx, found, { accessScopes, now })
  })
  if (outcome === 'used') await endStolen(service, found, now)
  if (typeof outcome === 'string') throw refused()
  return outcome
}

async function endStolen(
  { db, log }: Pick<Service, 'db' | 'log'>,
  { grant_id: grantId, account_id: account, revoked_at }: FoundToken,
  now: number,
): Promise<void> {
  if (revoked_at !== null) return
  await revokeGrants(db, { grantId, now })
  log.warn('a token of an assistant was used twice, so its access has ended', {
    account,
    grant: grantId,
  })
}

async function issueTokens(
  tx: Executor,
  { grant_id, scopes }: FoundToken,
  { accessScopes, now }: { accessScopes: string; now: number },
): Promise<TokenAnswer> {
  const [accessToken, refreshToken] = [createSecret('accessToken'), createSecret('refreshToken')]
  const issued = {
    ...{ grant_id, redirect_uri: null, code_challenge: null, created_at: now, used_at: null },
  }
  await extendGrant(tx, { id: grant_id, expiresAt: now + refreshMs })
  await insertToken(tx, {
    ...issued,
    ...{ kind: 'access', hash: hashOfToken(accessToken), scopes: accessScopes },
    expires_at: now + accessMs,
  })
  await insertToken(tx, {
    ...issued,
    ...{ kind: 'refresh', hash: hashOfToken(refreshToken), scopes },
    expires_at: now + refreshMs,
  })
  return {
    access_token: accessToken,
    token_type: 'Bearer',
    expires_in: accessMs / 1000,
    refresh_token: refreshToken,
    scope: scopeText(accessScopes),
  }
}

/** Returns the scopes that a refresh asks for. It may ask for less, and never for more. */
function lowered(granted: string, wanted: string): string {
  const had = new Set(granted.split(' '))
  const scopes = [...readScopes(wanted)]
  if (scopes.length === 0 || !scopes.every((scope) => had.has(scope))) {
    throw new OAuthError('invalid_scope', 'A refresh cannot have more scopes than before.')
  }
  return storedScopes(scopes)
}

function refuseResource({ settings }: OAuthService, form: FormFields): void {
  const resource = one(form, 'resource')
  if (resource !== undefined && !isResource(settings, resource)) {
    throw new OAuthError('invalid_target', 'Tokens are for the MCP endpoint of this service only.')
  }
}

/** The same answer for every reason, since a thief could learn from it. */
const refused = () =>
  new OAuthError('invalid_grant', 'The code or token is invalid, expired, used, or not yours.')

function one(form: FormFields, name: string): string | undefined {
  const value = form[name]
  if (typeof value === 'object') throw new OAuthError('invalid_request', `${name} is repeated.`)
  return value === '' ? undefined : value
}

function required(form: FormFields, name: string): string {
  const value = one(form, name)
  if (value === undefined) throw new OAuthError('invalid_request', `${name} is missing.`)
  return value
}
