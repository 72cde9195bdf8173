import type { Language } from '../../core/language.ts'
import { messages } from '../../messages/all.ts'
import { fill } from '../../messages/fill.ts'
import { senderValues } from '../brands/sender-values.ts'
import { findBrand } from '../brands/store.ts'
import { inVariant } from '../campaigns/ab-test.ts'
import { contentOf } from '../campaigns/content.ts'
import { renderPublicPage, renderWebVersionPage } from '../campaigns/content-jobs.ts'
import { fieldValuesOf } from '../campaigns/field-values-store.ts'
import {
  type DeliveredMessage,
  findArchived,
  findArchiveStamp,
  findDelivered,
  findRecipient,
} from '../campaigns/public/archive-store.ts'
import {
  archiveFeedPath,
  archiveIndexPath,
  archivePath,
  archiveUrlOf,
  readWebVersionToken,
  subscriptionUrl,
  unsubscribeUrl,
  webVersionPath,
  webVersionUrl,
} from '../campaigns/public/subscriber-urls.ts'
import { noReader } from '../campaigns/public/web-version.ts'
import { eventsOfVisits } from '../campaigns/run-events/events-of-visits.ts'
import type { Campaign } from '../campaigns/store.ts'
import type { Executor } from '../database/dialect.ts'
import type { Page, PageAnswer } from '../http/page.ts'
import { formUrl } from '../lists/form.ts'
import { ownerLanguage } from '../lists/owner-store.ts'
import { selectOfferedLists } from '../lists/store.ts'
import type { MergeValues } from '../mail/merge.ts'
import type { Service } from '../service.ts'
import { subscriberXsid } from '../subscription/subscriber-xsid.ts'
import { unsubscribeToken } from '../subscription/unsubscribe-token.ts'
import type { PageCache } from './archive-cache.ts'
import { archiveFooter, archiveTitle, inDocument, maxOffered } from './archive-parts.ts'
import { invalidLink } from './invalid-link.ts'
import { shareTags } from './share-tags.ts'

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
      const found = slugRef && (await findArchiveStamp(service.db, slugRef))
      if (!found) return invalidLink(language)
      const publisher = await findPublisher(service.db, account)
      const stamp = { page: ['page', slugRef], version: [found, publisher] }
      return cache.answer(request, stamp, async () => {
        const campaign = await findArchived(service.reader, slugRef)
        if (!campaign) return invalidLink(language)
        return shown(await publicPage(service, campaign, publisher))
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
        const values = await valuesOf(service, received, reader, campaign.account_id)
        const owner = await ownerLanguage(service.db, campaign)
        const content = inVariant(campaign, reader.variant)
        const context = { language: owner, listId: reader.list_id }
        return shown(await rendered(service, content, values, context), { isPrivate: true })
      })
    },
  },
]

/** What a page of the archive shows of its account. */
async function findPublisher(db: Executor, accountId: number) {
  const brand = await findBrand(db, { accountId })
  return { brand, offered: await selectOfferedLists(db, { accountId, limit: maxOffered }) }
}

async function publicPage(
  { db, rendering, settings: { publicUrl } }: Service,
  campaign: Campaign,
  { brand, offered }: Awaited<ReturnType<typeof findPublisher>>,
): Promise<string> {
  const { account_id: account, from_name, started_at } = campaign
  const language = await ownerLanguage(db, campaign)
  const url = archiveUrlOf(publicUrl, campaign) ?? publicUrl
  const source = contentOf(inVariant(campaign, campaign.ab_winner ?? 'a'))
  const { sender_name, postal_address } = senderValues(brand, from_name)
  const values = { sender_name, postal_address, ...noReader, web_url: url }
  const input = { source, values, language }
  const owner = `pages ${account}`
  const { title, summary, image, page } = await rendering.run(renderPublicPage, input, { owner })
  const { archiveFeed, subscribeTitle } = messages[language].pages
  const urlOf = (path: string) => publicUrl + path.replace(':account', String(account))
  const siteName = brand.name || from_name
  return inDocument(page, {
    title,
    head: shareTags({
      ...{ type: 'article', title, description: summary, url, siteName, image },
      ...(started_at !== null && { publishedAt: started_at }),
      feed: { title: archiveFeed, url: urlOf(archiveFeedPath) },
    }),
    foot: archiveFooter([
      ...offered.map((list) => ({
        url: formUrl(publicUrl, list),
        text: fill(subscribeTitle, { list: list.name }),
      })),
      { url: urlOf(archiveIndexPath), text: archiveTitle(language, siteName) },
    ]),
  })
}

/** Visitors have a share of their own, so that they do not use up the account's. */
async function rendered(
  { db, rendering }: Service,
  campaign: Campaign,
  values: MergeValues,
  { language, listId }: { language: Language; listId?: number | null },
): Promise<string> {
  const { account_id: accountId, from_name } = campaign
  const { sender_name, postal_address } = senderValues(
    await findBrand(db, { accountId, listId }),
    from_name,
  )
  const all = { sender_name, postal_address, ...values }
  const input = { source: contentOf(campaign), values: all, language }
  return rendering.run(renderWebVersionPage, input, { owner: `pages ${campaign.account_id}` })
}

type Reader = NonNullable<Awaited<ReturnType<typeof findRecipient>>>

/** Returns the merge values of the message. For an erased contact no personal values remain. */
async function valuesOf(
  { db, settings: { publicUrl }, secrets: { mac, sids } }: Service,
  received: DeliveredMessage,
  { contact_id: contactId, email, nombre, list_id: listId, visit }: Reader,
  accountId: number,
): Promise<MergeValues> {
  const web_url = webVersionUrl(publicUrl, received, mac)
  if (contactId === null || listId === null) return { ...noReader, web_url }
  const fields = await fieldValuesOf(db, accountId, [contactId])
  const event = (await eventsOfVisits(db, [visit])).get(visit)
  const subscriber = { campaignId: received.campaign, listId }
  return {
    ...fields.get(contactId),
    ...(event && { event }),
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
