import type { TokenContent } from '../../../core/tokens/message-token.ts'
import { signToken, type TokenKeys, verifyToken } from '../../../core/tokens/signed-token.ts'

/**
 * The message that led to a conversion. Authors put the token into a link, and the page they link
 * to returns it.
 */
export interface ConversionTarget {
  campaign: number
  recipient: number
}

export const conversionContent = ({ campaign, recipient }: ConversionTarget): TokenContent => ({
  purpose: 'conversion',
  fields: [campaign, recipient],
})

export const conversionToken = (target: ConversionTarget, keys: TokenKeys): string =>
  signToken('conversion', conversionContent(target).fields, keys)

export function readConversionToken(text: string, keys: TokenKeys): ConversionTarget | undefined {
  const [campaign, recipient] = verifyToken('conversion', text, keys) ?? []
  if (campaign === undefined || recipient === undefined) return undefined
  return { campaign, recipient }
}
