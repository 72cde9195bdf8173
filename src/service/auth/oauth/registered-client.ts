import { createHmac, timingSafeEqual } from 'node:crypto'
import type { KeyRing } from '../../keys/secrets.ts'
import { type ClientMetadata, readClientMetadata } from './client-metadata.ts'
import { OAuthError } from './oauth-error.ts'

/** Longer ones would not fit into the addresses of all browsers and proxies. */
const maxIdLength = 2000

const beginning = 'app'

/**
 * Registers a client without storing it: its id contains its metadata and our signature (RFC 7591,
 * A.5.2). So a flood of registrations fills nothing, and unused clients need no end.
 */
export function registerClient(metadata: ClientMetadata, issuedAt: number, [key]: KeyRing): string {
  const { name, redirectUris } = metadata
  const body = Buffer.from(JSON.stringify([issuedAt, name, ...redirectUris])).toString('base64url')
  const id = `${beginning}.${body}.${signatureOf(body, key.secret).toString('base64url')}`
  if (id.length > maxIdLength) {
    throw new OAuthError('invalid_client_metadata', 'The name and the redirect URIs are too long.')
  }
  return id
}

/** Returns the metadata of a registered client; undefined for an id that we have not issued. */
export function readClientId(id: string, keys: KeyRing): ClientMetadata | undefined {
  if (id.length > maxIdLength) return undefined
  const [start, body = '', signature = '', ...rest] = id.split('.')
  if (start !== beginning || rest.length > 0) return undefined
  const given = Buffer.from(signature, 'base64url')
  if (given.toString('base64url') !== signature) return undefined
  const isOurs = keys.some(({ secret }) => {
    const expected = signatureOf(body, secret)
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
  if (!isOurs) return undefined
  const [, name, ...redirectUris] = JSON.parse(Buffer.from(body, 'base64url').toString()) // our own
  return readClientMetadata({ client_name: name, redirect_uris: redirectUris })
}

const signatureOf = (body: string, secret: Buffer): Buffer =>
  createHmac('sha256', secret).update(`oauth client\0${body}`).digest().subarray(0, 16)
