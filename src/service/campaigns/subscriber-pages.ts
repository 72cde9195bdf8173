import { signToken, type TokenKeys, verifyToken } from '../../core/signed-token.ts'
import type { Campaign } from './store.ts'

/** Where a reader of a message gets: pages of the service, outside the API. */
export const unsubscribeUrl = (publicUrl: string, token: string) => `${publicUrl}/u/${token}`
export const subscriptionUrl = (publicUrl: string, xsid: string) => `${publicUrl}/s/${xsid}`

export const webVersionPath = '/w/:token'
export const archivePath = '/archive/:account/:slug'
/** Where the messages that an account has published are listed. */
export const archiveIndexPath = '/archive/:account'
/** No slug has a dot. */
export const archiveFeedPath = '/archive/:account/feed.xml'

/** Whose message it is that is read on the web. */
interface Received {
  campaign: number
  recipient: number
}

export const webVersionUrl = (
  publicUrl: string,
  { campaign, recipient }: Received,
  keys: TokenKeys,
): string => placeOf(publicUrl, signToken('web_version', [campaign, recipient], keys))

const placeOf = (publicUrl: string, token: string) =>
  publicUrl + webVersionPath.replace(':token', token)

export function readWebVersionToken(text: string, keys: TokenKeys): Received | undefined {
  const [campaign, recipient] = verifyToken('web_version', text, keys) ?? []
  if (campaign === undefined || recipient === undefined) return undefined
  return { campaign, recipient }
}

/** Null while it is not public. */
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

/** In a test: whoever looks at it must not unsubscribe anybody. */
export const placeholderUrls = (publicUrl: string) => ({
  unsubscribe_url: unsubscribeUrl(publicUrl, placeholder),
  subscription_url: subscriptionUrl(publicUrl, placeholder),
  web_url: placeOf(publicUrl, placeholder),
})
