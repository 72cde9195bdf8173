import { inVariant } from '../campaigns/ab-test.ts'
import {
  findArchived,
  findDelivered,
  findReader,
  type Received,
} from '../campaigns/archive-store.ts'
import {
  archivePath,
  archiveUrlOf,
  readWebVersionToken,
  subscriptionUrl,
  unsubscribeUrl,
  webVersionPath,
  webVersionUrl,
} from '../campaigns/subscriber-pages.ts'
import { fieldValuesOf } from '../campaigns/values-store.ts'
import { noReader, renderWebVersion } from '../campaigns/web-version.ts'
import type { Page, PageAnswer } from '../http/page.ts'
import { ownerLanguage } from '../lists/owner-store.ts'
import type { MergeValues } from '../mail/merge.ts'
import type { Service } from '../service.ts'
import { unsubscribeToken } from '../subscription/unsubscribe-token.ts'
import { xsidOf } from '../subscription/xsid-of.ts'
import { invalidLink } from './invalid-link.ts'

/**
 * Two ways to read a message on the web: everybody's, as nobody in particular gets it, and the one
 * that `web_url` leads a recipient to. Neither counts anything.
 */
export const archivePages = (service: Service): readonly Page[] => [
  {
    method: 'GET',
    path: archivePath,
    async handle({ params, language }) {
      const account = Number(params.account)
      const named = Number.isSafeInteger(account) && { account, slug: params.slug ?? '' }
      const campaign = named && (await findArchived(service.db, named))
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
      const reader = received && (await findReader(service.db, received))
      if (!received || !campaign || !reader) return invalidLink(language)
      const values = await valuesOf(service, received, reader)
      const owner = await ownerLanguage(service.db, campaign)
      const content = inVariant(campaign, reader.variant)
      return shown(renderWebVersion(content, values, owner), { isPrivate: true })
    },
  },
]

type Reader = NonNullable<Awaited<ReturnType<typeof findReader>>>

/** The same as in the message; of somebody who was erased nothing is left to say. */
async function valuesOf(
  { db, settings: { publicUrl }, secrets: { mac, sids } }: Service,
  received: Received,
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
    subscription_url: subscriptionUrl(publicUrl, xsidOf(sids, { contactId, ...subscriber })),
    web_url,
  }
}

/** Somebody's own HTML under our name: it may look like anything, and do nothing but lead away. */
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
    // Taken down, it is gone at once; and what is somebody's own is kept nowhere.
    'cache-control': isPrivate ? 'no-store' : 'no-cache',
    ...(isPrivate && { 'x-robots-tag': 'noindex' }),
  },
  body,
})
