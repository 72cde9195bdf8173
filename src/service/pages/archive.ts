import { inVariant } from '../campaigns/ab-test.ts'
import { fieldValuesOf } from '../campaigns/field-values-store.ts'
import {
  type DeliveredMessage,
  findArchived,
  findDelivered,
  findRecipient,
} from '../campaigns/public/archive-store.ts'
import {
  archivePath,
  archiveUrlOf,
  readWebVersionToken,
  subscriptionUrl,
  unsubscribeUrl,
  webVersionPath,
  webVersionUrl,
} from '../campaigns/public/subscriber-urls.ts'
import { noReader, renderWebVersion } from '../campaigns/public/web-version.ts'
import type { Page, PageAnswer } from '../http/page.ts'
import { ownerLanguage } from '../lists/owner-store.ts'
import type { MergeValues } from '../mail/merge.ts'
import type { Service } from '../service.ts'
import { subscriberXsid } from '../subscription/subscriber-xsid.ts'
import { unsubscribeToken } from '../subscription/unsubscribe-token.ts'
import { invalidLink } from './invalid-link.ts'

/**
 * The web versions of a message: the public archive page without personal data, and the recipient's
 * own one behind `web_url`. Neither is tracked.
 */
export const archivePages = (service: Service): readonly Page[] => [
  {
    method: 'GET',
    path: archivePath,
    async handle({ params, language }) {
      const account = Number(params.account)
      const slugRef = Number.isSafeInteger(account) && { account, slug: params.slug ?? '' }
      const campaign = slugRef && (await findArchived(service.db, slugRef))
      if (!campaign) return invalidLink(language)
      const web_url = archiveUrlOf(service.settings.publicUrl, campaign)
      const owner = await ownerLanguage(service.db, campaign)
      const content = inVariant(campaign, campaign.ab_winner ?? 'a')
      return shown(renderWebVersion(content, { ...noReader, web_url }, owner))
    },
  },
  {
    method: 'GET',
    path: webVersionPath,
    async handle({ params, language }) {
      const received = readWebVersionToken(params.token ?? '', service.secrets.mac)
      const campaign = received && (await findDelivered(service.db, received.campaign))
      const reader = received && (await findRecipient(service.db, received))
      if (!received || !campaign || !reader) return invalidLink(language)
      const values = await valuesOf(service, received, reader)
      const owner = await ownerLanguage(service.db, campaign)
      const content = inVariant(campaign, reader.variant)
      return shown(renderWebVersion(content, values, owner), { isPrivate: true })
    },
  },
]

type Reader = NonNullable<Awaited<ReturnType<typeof findRecipient>>>

/** Returns the merge values of the message. For an erased contact no personal values remain. */
async function valuesOf(
  { db, settings: { publicUrl }, secrets: { mac, sids } }: Service,
  received: DeliveredMessage,
  { contact_id: contactId, email, nombre, list_id: listId }: Reader,
): Promise<MergeValues> {
  const web_url = webVersionUrl(publicUrl, received, mac)
  if (contactId === null || listId === null) return { ...noReader, web_url }
  const fields = await fieldValuesOf(db, [contactId])
  const subscriber = { campaignId: received.campaign, listId }
  return {
    ...fields.get(contactId),
    email: email ?? '',
    nombre: nombre ?? '',
    conversion_token: '',
    unsubscribe_url: unsubscribeUrl(publicUrl, unsubscribeToken({ contactId, ...subscriber }, mac)),
    subscription_url: subscriptionUrl(
      publicUrl,
      subscriberXsid(sids, { contactId, ...subscriber }),
    ),
    web_url,
  }
}

/**
 * The content security policy for user-supplied HTML on our origin: it may use any styles and
 * images, but only follow links.
 */
const policy = [
  "default-src 'none'",
  'img-src https: http: data:',
  "style-src 'unsafe-inline' https:",
  'font-src https: data:',
  'media-src https:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  'sandbox allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation',
].join('; ')

const shown = (body: string, { isPrivate = false } = {}): PageAnswer => ({
  status: 200,
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    // A withdrawn page disappears at once, and personal pages are not stored by any cache.
    'cache-control': isPrivate ? 'no-store' : 'no-cache',
    ...(isPrivate && { 'x-robots-tag': 'noindex' }),
  },
  body,
})
