import { createHash } from 'node:crypto'
import { signToken, type TokenKeys, verifyToken } from '../../core/signed-token.ts'

/** Long enough for a holiday; the person can always ask again. */
const lifeMs = 7 * 24 * 3_600_000

export interface OptIn {
  listId: number
  contactId: number
  /** Which address was asked: the contact may have another one by now. */
  fingerprint: number
  askedAt: number
}

/** 48 bits of the address: enough to know that it changed, and still an integer. */
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
): string => signToken('opt_in', [listId, contactId, now + lifeMs, fingerprintOf(emailKey)], keys)

/** Undefined for what we did not sign, and once its time is over. */
export function readOptInToken(text: string, keys: TokenKeys, now: number): OptIn | undefined {
  const [listId, contactId, expiresAt, fingerprint] = verifyToken('opt_in', text, keys) ?? []
  if (listId === undefined || contactId === undefined) return undefined
  if (expiresAt === undefined || fingerprint === undefined || expiresAt <= now) return undefined
  return { listId, contactId, fingerprint, askedAt: expiresAt - lifeMs }
}
