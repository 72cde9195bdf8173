import type { TokenContent } from '../../core/tokens/message-token.ts'
import { type TokenKeys, verifyToken } from '../../core/tokens/signed-token.ts'

/** The recipient that a return path encodes (VERP), so that every bounce can be attributed. */
export interface ReturnPathTarget {
  campaign: number
  recipient: number
}

const prefix = 'b-'

export const returnPathContent = ({ campaign, recipient }: ReturnPathTarget): TokenContent => ({
  purpose: 'return_path',
  fields: [campaign, recipient],
  // Relays may lower-case the local part.
  encoding: 'hex',
})

export const returnPath = (token: string, domain: string): string => `${prefix}${token}@${domain}`

/** Returns undefined for an address that we did not create. Ignores the domain. */
export function readReturnPath(address: string, keys: TokenKeys): ReturnPathTarget | undefined {
  const [, token] = /^b-([0-9a-f]+)@/i.exec(address) ?? []
  const [campaign, recipient] = (token && verifyToken('return_path', token, keys, 'hex')) || []
  if (campaign === undefined || recipient === undefined) return undefined
  return { campaign, recipient }
}
