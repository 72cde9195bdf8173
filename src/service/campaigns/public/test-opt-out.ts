import { signToken, type TokenKeys, verifyToken } from '../../../core/tokens/signed-token.ts'
import { unsubscribeUrl } from './subscriber-urls.ts'

/** An address that gets no more test messages of an account. */
export interface TestOptOut {
  accountId: number
  email: string
}

/**
 * The unsubscribe URL of a test message. It contains the address, because a test may go to an address
 * that is no contact, and the link must work as long as the message exists.
 */
export const testOptOutUrl = (
  publicUrl: string,
  { accountId, email }: TestOptOut,
  keys: TokenKeys,
): string =>
  unsubscribeUrl(publicUrl, signToken('test_opt_out', [accountId, ...Buffer.from(email)], keys))

export function readTestOptOut(text: string, keys: TokenKeys): TestOptOut | undefined {
  const [accountId, ...bytes] = verifyToken('test_opt_out', text, keys) ?? []
  return accountId === undefined ? undefined : { accountId, email: Buffer.from(bytes).toString() }
}
