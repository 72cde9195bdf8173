import type { TokenContent } from '../../core/tokens/message-token.ts'
import {
  signToken,
  type TokenKeys,
  verifyToken,
  verifyTokens,
} from '../../core/tokens/signed-token.ts'

/** The message that was opened. */
interface Open {
  campaign: number
  recipient: number
}

/**
 * `link` is the position of the link in the HTML. The target is looked up, never part of the token.
 */
export interface Click extends Open {
  link: number
}

export const openContent = ({ campaign, recipient }: Open): TokenContent => ({
  purpose: 'open',
  fields: [campaign, recipient],
})

export const openToken = (open: Open, keys: TokenKeys): string =>
  signToken('open', openContent(open).fields, keys)

/** Reads several tokens in one step. */
export const readOpenTokens = (
  texts: readonly string[],
  keys: TokenKeys,
): readonly (Open | undefined)[] =>
  verifyTokens('open', texts, keys).map((fields) => {
    const [campaign, recipient] = fields ?? []
    if (campaign === undefined || recipient === undefined) return undefined
    return { campaign, recipient }
  })

export const clickContent = ({ campaign, recipient, link }: Click): TokenContent => ({
  purpose: 'click',
  fields: [campaign, recipient, link],
})

export const clickToken = (click: Click, keys: TokenKeys): string =>
  signToken('click', clickContent(click).fields, keys)

export function readClickToken(text: string, keys: TokenKeys): Click | undefined {
  const [campaign, recipient, link] = verifyToken('click', text, keys) ?? []
  if (campaign === undefined || recipient === undefined || link === undefined) return undefined
  return { campaign, recipient, link }
}
