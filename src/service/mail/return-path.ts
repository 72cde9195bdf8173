import { signToken, type TokenKeys, verifyToken } from '../../core/signed-token.ts'

/** The recipient that a return path encodes (VERP), so that every bounce can be attributed. */
export interface ReturnPathTarget {
  campaign: number
  recipient: number
}

const prefix = 'b-'

/** Relays may lower-case the local part, so the token is hex. */
export const returnPath = (
  { campaign, recipient }: ReturnPathTarget,
  keys: TokenKeys,
  domain: string,
): string => `${prefix}${signToken('return_path', [campaign, recipient], keys, 'hex')}@${domain}`

/** Returns undefined for an address that we did not create. Ignores the domain. */
export function readReturnPath(address: string, keys: TokenKeys): ReturnPathTarget | undefined {
  const [, token] = /^b-([0-9a-f]+)@/i.exec(address) ?? []
  const [campaign, recipient] = (token && verifyToken('return_path', token, keys, 'hex')) || []
  if (campaign === undefined || recipient === undefined) return undefined
  return { campaign, recipient }
}
