import { signToken, type TokenKeys, verifyToken } from '../../core/signed-token.ts'

export interface Leave {
  /** Null when no campaign is known: a link that somebody asked for. */
  campaignId: number | null
  contactId: number
  listId: number
}

/** Never expires: a message may be read years later, and its reader may want to leave. */
export const unsubscribeToken = (
  { campaignId, contactId, listId }: Leave,
  keys: TokenKeys,
): string => signToken('unsubscribe', [campaignId ?? 0, contactId, listId], keys)

export function readUnsubscribeToken(text: string, keys: TokenKeys): Leave | undefined {
  const [campaign, contactId, listId] = verifyToken('unsubscribe', text, keys) ?? []
  if (campaign === undefined || contactId === undefined || listId === undefined) return undefined
  return { campaignId: campaign === 0 ? null : campaign, contactId, listId }
}
