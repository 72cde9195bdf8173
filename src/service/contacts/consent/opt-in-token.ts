import { createHash } from 'node:crypto'
import { dayMs } from '../../../core/time.ts'
import { signToken, type TokenKeys, verifyToken } from '../../../core/tokens/signed-token.ts'

/** Long enough for a holiday. The person can request another link. */
const lifetimeMs = 7 * dayMs

export interface OptInClaims {
  listId: number
  contactId: number
  /** Identifies the address the mail went to: the contact may have another one by now. */
  fingerprint: number
  requestedAt: number
}

/** 48 bits of a hash of the address: enough to detect a change, and still a safe integer. */
export const fingerprintOf = (emailKey: string): number =>
  createHash('sha256').update(emailKey).digest().readUIntBE(0, 6)

export const optInToken = (
  {
    listId,
    contactId,
    emailKey,
    now,
  }: {
    listId: number
    contactId: number
    emailKey: string
    now: number
  },
  keys: TokenKeys,
): string =>
  signToken('opt_in', [listId, contactId, now + lifetimeMs, fingerprintOf(emailKey)], keys)

/** Returns undefined for a token with a wrong signature or an expired one. */
export function readOptInToken(
  text: string,
  keys: TokenKeys,
  now: number,
): OptInClaims | undefined {
  const [listId, contactId, expiresAt, fingerprint] = verifyToken('opt_in', text, keys) ?? []
  if (listId === undefined || contactId === undefined) return undefined
  if (expiresAt === undefined || fingerprint === undefined || expiresAt <= now) return undefined
  return { listId, contactId, fingerprint, requestedAt: expiresAt - lifetimeMs }
}
