import type { Language } from '../../core/language.ts'
import { inVariant } from '../campaigns/ab-test.ts'
import { contentOf } from '../campaigns/content.ts'
import { renderWebVersionPage } from '../campaigns/content-jobs.ts'
import { fieldValuesOf } from '../campaigns/field-values-store.ts'
import {
  type DeliveredMessage,
  findArchived,
  findArchiveStamp,
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
import { noReader } from '../campaigns/public/web-version.ts'
import type { Campaign } from '../campaigns/store.ts'
import type { Page, PageAnswer } from '../http/page.ts'
import { ownerLanguage } from '../lists/owner-store.ts'
import type { MergeValues } from '../mail/merge.ts'
import type { Service } from '../service.ts'
import { subscriberXsid } from '../subscription/subscriber-xsid.ts'
import { unsubscribeToken } from '../subscription/unsubscribe-token.ts'
import type { PageCache } from './archive-cache.ts'
import { invalidLink } from './invalid-link.ts'

/**
 * The web versions of a message: the public archive page without personal data, and the recipient's
 * own one behind `web_url`. Neither is tracked.
 */
export const archivePages = (service: Service, cache: PageCache): readonly Page[] => [
  {
    method: 'GET',
    path: archivePath,
    async handle(request) {
      const { params, language } = request
      const account = Number(params.account)
      const slugRef = Number.isSafeInteger(account) && { account, slug: params.slug ?? '' }
      const stamp = slugRef && (await findArchiveStamp(service.db, slugRef))
      if (!stamp) return invalidLink(language)
      return cache.answer(request, ['page', slugRef, stamp], async () => {
        const campaign = await findArchived(service.reader, slugRef)
        if (!campaign) return invalidLink(language)
        const web_url = archiveUrlOf(service.settings.publicUrl, campaign)
        const owner = await ownerLanguage(service.db, campaign)
        const content = inVariant(campaign, campaign.ab_winner ?? 'a')
        return shown(await rendered(service, content, { ...noReader, web_url }, owner))
      })
    },
  },
  {
    method: 'GET',
    path: webVersionPath,
    async handle(request) {
      const { params, language } = request
      const received = readWebVersionToken(params.token ?? '', service.secrets.mac)
      if (!received) return invalidLink(language)
      return cache.answer(request, undefined, async () => {
        const campaign = await findDelivered(service.reader, received.campaign)
        const reader = await findRecipient(service.db, received)
        if (!campaign || !reader) return invalidLink(language)
        const values = await valuesOf(service, received, reader)
        const owner = await ownerLanguage(service.db, campaign)
        const content = inVariant(campaign, reader.variant)
        return shown(await rendered(service, content, values, owner), { isPrivate: true })
      })
    },
  },
]

/** Visitors have a share of their own, so that they do not use up the account's. */
const rendered = (
  { rendering }: Service,
  campaign: Campaign,
  values: MergeValues,
  language: Language,
): Promise<string> => {
  const input = { source: contentOf(campaign), values, language }
  return rendering.run(renderWebVersionPage, input, { owner: `pages ${campaign.account_id}` })
}

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
