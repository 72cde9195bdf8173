import { createHash } from 'node:crypto'

/** A fast hash is enough for 190 random bits, unlike for a password. */
export const hashOfToken = (token: string): string =>
  createHash('sha256').update(token).digest('hex')

/** The challenge of a verifier (RFC 7636, 4.2: S256). */
export const challengeOfVerifier = (verifier: string): string =>
  createHash('sha256').update(verifier).digest('base64url')
