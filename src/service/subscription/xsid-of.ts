import { decodeXsid, encodeXsid } from '../../core/xsid.ts'

export interface SubscriberName {
  sid: number
  listId: number
  /** The campaign whose message names the subscriber; null elsewhere. */
  campaignId: number | null
}

/**
 * The xsid sid-lid-mid of a subscriber: mid is the message's campaign, so that leaving is counted
 * where it belongs. No number of an xsid may be 0: without a campaign the list's own stands there.
 */
export const xsidOf = ({ sid, listId, campaignId }: SubscriberName): string =>
  encodeXsid({ sid, lid: listId, mid: campaignId ?? listId })

/** `mayBeCampaign`: whether a campaign of that number mailed this subscriber, the database knows. */
export function readXsid(
  text: string,
): { sid: number; listId: number; mayBeCampaign: number } | undefined {
  const xsid = decodeXsid(text)
  return xsid && { sid: xsid.sid, listId: xsid.lid, mayBeCampaign: xsid.mid }
}
