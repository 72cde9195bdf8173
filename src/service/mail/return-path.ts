import { signToken, type TokenKeys, verifyToken } from '../../core/signed-token.ts'

/** Whose message it was: VERP, so that a bounce tells it however little else it says. */
export interface ReturnTarget {
  campaign: number
  recipient: number
}

const prefix = 'b-'

/** Relays fold a local part to lower case, so the token in it is hex. */
export const returnPath = (
  { campaign, recipient }: ReturnTarget,
  keys: TokenKeys,
  domain: string,
): string => `${prefix}${signToken('return_path', [campaign, recipient], keys, 'hex')}@${domain}`

/** Undefined for an address that we never gave out, whatever its domain. */
export function readReturnPath(address: string, keys: TokenKeys): ReturnTarget | undefined {
  const [, token] = /^b-([0-9a-f]+)@/i.exec(address) ?? []
  const [campaign, recipient] = (token && verifyToken('return_path', token, keys, 'hex')) || []
  if (campaign === undefined || recipient === undefined) return undefined
  return { campaign, recipient }
}
