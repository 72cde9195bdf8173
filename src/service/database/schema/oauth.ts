import type { Generated } from 'kysely'

/** What an account allows an assistant, until it is revoked or unused for long. */
export interface OAuthGrantRow {
  id: Generated<number>
  account_id: number
  client_id: string
  /** The name that the assistant has chosen. */
  client_name: string
  /** Where the account's browser was sent: a host, or the scheme of a program. */
  host: string
  /** Separated by spaces, as in OAuth. */
  scopes: string
  /** The address that its tokens are for (RFC 8707). */
  resource: string
  created_at: number
  /** A revoked grant ends when it is revoked. */
  expires_at: number
  last_used_at: number | null
  revoked_at: number | null
}

type OAuthTokenKind = 'code' | 'access' | 'refresh'

/** An authorization code, an access token or a refresh token of a grant. */
export interface OAuthTokenRow {
  id: Generated<number>
  grant_id: number
  kind: OAuthTokenKind
  /** SHA-256 of the token, which itself is not kept. */
  hash: string
  scopes: string
  /** Only of a code. */
  redirect_uri: string | null
  /** Only of a code: SHA-256 of the verifier (RFC 7636). */
  code_challenge: string | null
  created_at: number
  expires_at: number
  /** When a code or a refresh token was exchanged. A second time reveals a thief. */
  used_at: number | null
}
