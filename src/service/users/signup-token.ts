import { signToken, type TokenKeys, verifyToken } from '../../core/signed-token.ts'

/** Whoever did not confirm by then has forgotten it; the name is free again. */
export const confirmWithinMs = 48 * 3_600_000

export const signupToken = (accountId: number, now: number, keys: TokenKeys): string =>
  signToken('sign_up', [accountId, now + confirmWithinMs], keys)

/** The account; undefined for what we did not sign, and once its time is over. */
export function readSignupToken(text: string, keys: TokenKeys, now: number): number | undefined {
  const [accountId, expiresAt] = verifyToken('sign_up', text, keys) ?? []
  return expiresAt !== undefined && expiresAt > now ? accountId : undefined
}
