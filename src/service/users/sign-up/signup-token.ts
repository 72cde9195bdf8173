import { hourMs } from '../../../core/time.ts'
import { signToken, type TokenKeys, verifyToken } from '../../../core/tokens/signed-token.ts'

/** After this, the account is deleted and its user name is free again. */
export const confirmWithinMs = 48 * hourMs

export const signupToken = (accountId: number, now: number, keys: TokenKeys): string =>
  signToken('sign_up', [accountId, now + confirmWithinMs], keys)

/** Returns the account; undefined for an invalid or expired token. */
export function readSignupToken(text: string, keys: TokenKeys, now: number): number | undefined {
  const [accountId, expiresAt] = verifyToken('sign_up', text, keys) ?? []
  return expiresAt !== undefined && expiresAt > now ? accountId : undefined
}
