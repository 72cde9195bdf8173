import type { Sids } from '../../core/sids.ts'
import { decodeXsid, encodeXsid } from '../../core/xsid.ts'

export interface SubscriberName {
  contactId: number
  listId: number
  /** The campaign whose message names the subscriber; null elsewhere. */
  campaignId: number | null
}

/**
 * The xsid sid-lid-mid of a subscriber: mid is the message's campaign, so that leaving is counted
 * where it belongs. No number of an xsid may be 0: without a campaign the list's own stands there.
 */
export const xsidOf = (sids: Sids, { contactId, listId, campaignId }: SubscriberName): string =>
  encodeXsid({ sid: sids.sidOf(contactId), lid: listId, mid: campaignId ?? listId })

/**
 * What an xsid says, which is whatever somebody typed: whether there is such a contact, and whether a
 * campaign of that number mailed it, the database knows.
 */
export function readXsid(
  sids: Sids,
  text: string,
): { contactId: number; listId: number; mayBeCampaign: number } | undefined {
  const xsid = decodeXsid(text)
  const contactId = xsid && sids.idOf(xsid.sid)
  if (!xsid || !Number.isSafeInteger(contactId)) return undefined
  return { contactId: Number(contactId), listId: xsid.lid, mayBeCampaign: xsid.mid }
}
