import { signToken, type TokenKeys, verifyToken } from '../../core/signed-token.ts'

/** Whose message led to the page: an author puts it into a link, and the page hands it back. */
export interface Converted {
  campaign: number
  recipient: number
}

export const conversionToken = ({ campaign, recipient }: Converted, keys: TokenKeys): string =>
  signToken('conversion', [campaign, recipient], keys)

export function readConversionToken(text: string, keys: TokenKeys): Converted | undefined {
  const [campaign, recipient] = verifyToken('conversion', text, keys) ?? []
  if (campaign === undefined || recipient === undefined) return undefined
  return { campaign, recipient }
}
