import type { Service } from '../../service.ts'
import { isResource } from './addresses.ts'
import { defaultScopes, readScopes } from './asked-scopes.ts'
import type { FindClient } from './client.ts'
import type { Client } from './client-metadata.ts'
import type { OAuthErrorCode } from './oauth-error.ts'
import { isRegistered } from './redirect-uri.ts'

/** A request that a user can be asked about. */
export interface AuthorizationRequest {
  client: Client
  redirectUri: string
  state: string | undefined
  /** The SHA-256 of the verifier that the client keeps. */
  challenge: string
  scopes: ReadonlySet<string>
}

type ReadRequest =
  | { request: AuthorizationRequest }
  /** The client is told. It may have an error in its program. */
  | {
      error: OAuthErrorCode
      client: Client
      redirectUri: string
      state: string | undefined
    }
  /** Where the answer should go cannot be trusted, so only the user is told. */
  | { refused: 'client' | 'redirect' }

/** The SHA-256 in base64url (RFC 7636, 4.2). */
const challengePattern = /^[\w-]{43}$/

/** Reads the parameters of the authorization page (RFC 6749, 4.1.1). */
export async function readAuthorizationRequest(
  { settings, findClient }: Pick<Service, 'settings'> & { findClient: FindClient },
  query: Readonly<Record<string, string | undefined>>,
  ip: string,
): Promise<ReadRequest> {
  const client = await findClient(query.client_id ?? '', ip)
  if (!client) return { refused: 'client' }
  const { redirect_uri: redirectUri = '', state } = query
  if (!isRegistered(client.redirectUris, redirectUri)) return { refused: 'redirect' }
  const { response_type: type, code_challenge: challenge = '', scope, resource } = query
  const refuse = (error: OAuthErrorCode) => ({ error, client, redirectUri, state })
  if (type !== 'code') return refuse('unsupported_response_type')
  if (query.code_challenge_method !== 'S256' || !challengePattern.test(challenge)) {
    return refuse('invalid_request')
  }
  if (resource !== undefined && !isResource(settings, resource)) return refuse('invalid_target')
  const scopes = scope ? readScopes(scope) : defaultScopes()
  if (scopes.size === 0) return refuse('invalid_scope')
  return { request: { client, redirectUri, state, challenge, scopes } }
}
