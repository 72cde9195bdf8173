import { signToken, type TokenKeys, verifyToken } from '../../../core/signed-token.ts'

/**
 * The message that led to a conversion. Authors put the token into a link, and the page they link
 * to returns it.
 */
export interface ConversionTarget {
  campaign: number
  recipient: number
}

export const conversionToken = (
  { campaign, recipient }: ConversionTarget,
  keys: TokenKeys,
): string => signToken('conversion', [campaign, recipient], keys)

export function readConversionToken(text: string, keys: TokenKeys): ConversionTarget | undefined {
  const [campaign, recipient] = verifyToken('conversion', text, keys) ?? []
  if (campaign === undefined || recipient === undefined) return undefined
  return { campaign, recipient }
}
