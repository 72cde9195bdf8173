import type { TokenContent } from '../../../core/tokens/message-token.ts'
import { signToken, type TokenKeys, verifyToken } from '../../../core/tokens/signed-token.ts'
import type { Campaign } from '../store.ts'

/** URLs of pages that messages link to. They are outside the API. */
export const unsubscribeUrl = (publicUrl: string, token: string) => `${publicUrl}/u/${token}`
export const subscriptionUrl = (publicUrl: string, xsid: string) => `${publicUrl}/s/${xsid}`

/** The preference center of all lists of an account. */
export const preferencesPath = '/preferences/:xsid'
export const preferencesUrl = (publicUrl: string, xsid: string) =>
  publicUrl + preferencesPath.replace(':xsid', xsid)

export const webVersionPath = '/w/:token'
export const archivePath = '/archive/:account/:slug'
/** The list of campaigns that an account has archived. */
export const archiveIndexPath = '/archive/:account'
/** Cannot collide with a slug, since slugs have no dots. */
export const archiveFeedPath = '/archive/:account/feed.xml'

/** The message that is shown on the web. */
interface MessageRef {
  campaign: number
  recipient: number
}

export const webVersionContent = ({ campaign, recipient }: MessageRef): TokenContent => ({
  purpose: 'web_version',
  fields: [campaign, recipient],
})

export const webVersionUrl = (publicUrl: string, message: MessageRef, keys: TokenKeys): string =>
  webUrl(publicUrl, signToken('web_version', webVersionContent(message).fields, keys))

export const webUrl = (publicUrl: string, token: string) =>
  publicUrl + webVersionPath.replace(':token', token)

export function readWebVersionToken(text: string, keys: TokenKeys): MessageRef | undefined {
  const [campaign, recipient] = verifyToken('web_version', text, keys) ?? []
  if (campaign === undefined || recipient === undefined) return undefined
  return { campaign, recipient }
}

/** Returns null while the campaign is not in the archive. */
export function archiveUrlOf(
  publicUrl: string,
  { account_id, archive_slug, archived_at }: Archived,
): string | null {
  if (archive_slug === null || archived_at === null) return null
  const path = archivePath.replace(':account', String(account_id)).replace(':slug', archive_slug)
  return publicUrl + path
}

type Archived = Pick<Campaign, 'account_id' | 'archive_slug' | 'archived_at'>

const placeholder = 'test'

/** For tests and previews, so that their readers cannot unsubscribe a contact. */
export const placeholderUrls = (publicUrl: string) => ({
  unsubscribe_url: unsubscribeUrl(publicUrl, placeholder),
  subscription_url: subscriptionUrl(publicUrl, placeholder),
  web_url: webUrl(publicUrl, placeholder),
})
