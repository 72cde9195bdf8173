import type { Sids } from '../../core/sids.ts'
import { decodeXsid, encodeXsid } from '../../core/xsid.ts'

interface SubscriberRef {
  contactId: number
  listId: number
  /** The campaign whose message contains the link; null elsewhere. */
  campaignId: number | null
}

/**
 * Returns the xsid `sid-lid-mid` of a subscriber. `mid` is the campaign, so that an unsubscribe is
 * counted there. No part of an xsid may be 0, so without a campaign `mid` is the list id.
 */
export const subscriberXsid = (
  sids: Sids,
  { contactId, listId, campaignId }: SubscriberRef,
): string => encodeXsid({ sid: sids.sidOf(contactId), lid: listId, mid: campaignId ?? listId })

/**
 * Decodes an xsid, which is untrusted input. Only the database knows whether the contact exists and
 * whether the campaign mailed it.
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
