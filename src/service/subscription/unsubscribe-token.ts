import type { TokenContent } from '../../core/tokens/message-token.ts'
import { signToken, type TokenKeys, verifyToken } from '../../core/tokens/signed-token.ts'

export interface UnsubscribeLink {
  /** Null if no campaign is known: the link was requested by a form. */
  campaignId: number | null
  contactId: number
  listId: number
}

export const unsubscribeContent = ({
  campaignId,
  contactId,
  listId,
}: UnsubscribeLink): TokenContent => ({
  purpose: 'unsubscribe',
  fields: [campaignId ?? 0, contactId, listId],
})

/** Signs an unsubscribe link. It never expires, since a message may be read years later. */
export const unsubscribeToken = (link: UnsubscribeLink, keys: TokenKeys): string =>
  signToken('unsubscribe', unsubscribeContent(link).fields, keys)

export function readUnsubscribeToken(text: string, keys: TokenKeys): UnsubscribeLink | undefined {
  const [campaign, contactId, listId] = verifyToken('unsubscribe', text, keys) ?? []
  if (campaign === undefined || contactId === undefined || listId === undefined) return undefined
  return { campaignId: campaign === 0 ? null : campaign, contactId, listId }
}
