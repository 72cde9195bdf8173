import { stripControls } from '../../../core/safe-text.ts'
import { OAuthError } from './oauth-error.ts'
import { isRedirectUri } from './redirect-uri.ts'

/** What we use of a client's metadata (RFC 7591, 2). */
export interface ClientMetadata {
  /** As people are shown it, or empty. */
  name: string
  redirectUris: readonly string[]
}

export interface Client extends ClientMetadata {
  id: string
  /** The host of its metadata document; null for a client that has registered itself. */
  host: string | null
}

const maxRedirectUris = 20
const maxNameLength = 60

/**
 * Reads the metadata of a client, from a registration or a document. Every client is a public one: it
 * proves who it is by PKCE and its redirect URI.
 */
export function readClientMetadata(given: unknown): ClientMetadata {
  if (!isRecord(given)) throw invalid('The metadata must be a JSON object.')
  const { redirect_uris: uris, client_name: name = '' } = given
  if (!Array.isArray(uris) || uris.length === 0 || uris.length > maxRedirectUris) {
    throw new OAuthError('invalid_redirect_uri', `redirect_uris must have 1 to ${maxRedirectUris}.`)
  }
  if (!uris.every((uri): uri is string => typeof uri === 'string' && isRedirectUri(uri))) {
    throw new OAuthError(
      'invalid_redirect_uri',
      'A redirect URI must be https, http on loopback, or a private scheme.',
    )
  }
  if (typeof name !== 'string') throw invalid('client_name must be a string.')
  for (const [field, needed] of required) {
    const value = given[field]
    if (value !== undefined && !(Array.isArray(value) && value.includes(needed))) {
      throw invalid(`${field} must contain ${needed}.`)
    }
  }
  return { name: shownName(name), redirectUris: uris }
}

const required = [
  ['grant_types', 'authorization_code'],
  ['response_types', 'code'],
] as const

const invalid = (description: string) => new OAuthError('invalid_client_metadata', description)

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A name on one line, without characters that hide or reorder others. */
function shownName(name: string): string {
  const visible = stripControls(name.slice(0, 1000)).replace(/[\p{Cf}\p{Co}\p{Cs}]/gu, '')
  const words = visible.replace(/\s+/g, ' ').trim()
  return [...words].slice(0, maxNameLength).join('').trim()
}
