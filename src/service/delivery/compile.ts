import type { Language } from '../../core/language.ts'
import type { Sids } from '../../core/sids.ts'
import type { TokenKeys } from '../../core/signed-token.ts'
import { messages } from '../../messages/all.ts'
import { compileContent } from '../campaigns/content.ts'
import { conversionToken } from '../campaigns/conversion-token.ts'
import type { Campaign } from '../campaigns/store.ts'
import { subscriptionUrl, unsubscribeUrl, webVersionUrl } from '../campaigns/subscriber-pages.ts'
import { addUtm, parseUtm } from '../campaigns/utm.ts'
import type { FieldValues } from '../campaigns/values-store.ts'
import type { AttachedFile } from '../mail/attachment.ts'
import { composeSigned, type Signature } from '../mail/mime.ts'
import { relayMark } from '../mail/relay-mark.ts'
import { returnPath } from '../mail/return-path.ts'
import type { Submission } from '../mail/session.ts'
import type { Space } from '../mail/space.ts'
import type { RelayHook } from '../service.ts'
import { unsubscribeToken } from '../subscription/unsubscribe-token.ts'
import { xsidOf } from '../subscription/xsid-of.ts'
import { clickUrl, openUrl } from '../tracking/addresses.ts'
import { pixelTag } from '../tracking/pixel.ts'
import { insertPixel, rewriteLinks, type TrackedLink } from '../tracking/rewrite.ts'

export interface CompileOptions {
  /** Where answers go when the campaign names no address. */
  replyTo: string | null
  /** Of the footer. */
  language: Language
  keys: TokenKeys
  sids: Sids
  publicUrl: string
  hostName: string
  /** Where bounces go. */
  bounceDomain: string
  signature: Signature
  /** Who keeps a mark of ours with each message. */
  relayHook?: RelayHook | undefined
  attachments: readonly AttachedFile[]
  /** The number of its first link, where other versions of the campaign have links too. */
  firstLink?: number
}

export interface RecipientContact {
  /** Of the recipient, not of the contact. */
  id: number
  contact_id: number
  email: string
  nombre: string
  list_id: number
  list_name: string
  list_public_id: string
  /** Which version of an A/B test it gets. */
  variant: string | null
}

export interface CompiledCampaign {
  links: readonly TrackedLink[]
  /** Whether a merge tag may name a custom field, so that their values have to be read. */
  readsFields: boolean
  compose(recipient: RecipientContact, fields: FieldValues, making: Making): Promise<Submission>
}

export interface Making {
  now: number
  /** Where the message is put together. */
  space: Space
}

const ownNames =
  /^(?:email|nombre|unsubscribe_url|subscription_url|web_url|conversion_token|open_url|click_\d+)$/

/** Everything that is the same for all recipients, done once. */
export function compileCampaign(campaign: Campaign, options: CompileOptions): CompiledCampaign {
  const { keys, sids, publicUrl, hostName, bounceDomain } = options
  const links: TrackedLink[] = []
  const content = compileContent(campaign, {
    unsubscribeWords: messages[options.language].campaignMail.unsubscribe,
    track(html) {
      const rewritten = trackLinks(campaign, html, options.firstLink)
      links.push(...rewritten.links)
      return campaign.track_reads
        ? insertPixel(rewritten.html, pixelTag('{{ open_url }}'))
        : rewritten.html
    },
  })
  const from = { address: campaign.from_mail, name: campaign.from_name }
  const replyTo = campaign.reply_to ?? options.replyTo

  async function compose(
    recipient: RecipientContact,
    fields: FieldValues,
    { now, space }: Making,
  ): Promise<Submission> {
    const target = { campaign: campaign.id, recipient: recipient.id }
    const { contact_id: contactId, list_id: listId } = recipient
    const subscriber = { campaignId: campaign.id, listId }
    const xsid = xsidOf(sids, { contactId, ...subscriber })
    const leave = unsubscribeUrl(publicUrl, unsubscribeToken({ contactId, ...subscriber }, keys))
    const values: FieldValues = {
      ...fields,
      email: recipient.email,
      nombre: recipient.nombre,
      unsubscribe_url: leave,
      subscription_url: subscriptionUrl(publicUrl, xsid),
      web_url: webVersionUrl(publicUrl, target, keys),
      conversion_token: conversionToken(target, keys),
    }
    if (campaign.track_reads) values.open_url = openUrl(publicUrl, target, keys)
    for (const { position: link } of links) {
      values[`click_${link}`] = clickUrl(publicUrl, { ...target, link }, keys)
    }
    const { asunto: subject, html, text } = content.encode(values)
    const name = recipient.nombre.replace(/[\u0000-\u001f]+/g, ' ')
    // The same in every attempt, so that who gets two of them can show one.
    const messageId = `${campaign.id}.${recipient.id}@${hostName}`
    const message = {
      from,
      to: { address: recipient.email, name },
      ...(replyTo !== null && { replyTo: { address: replyTo } }),
      subject,
      date: new Date(now),
      messageId,
      boundary: `${campaign.id}.${recipient.id}`,
      html,
      text,
      unsubscribe: { url: leave },
      list: { id: `${recipient.list_public_id}.${hostName}`, name: recipient.list_name },
      feedbackId: `${campaign.id}:${campaign.account_id}:campaign:remite`,
      attachments: options.attachments,
      headers: relayMark(options.relayHook, messageId),
    }
    const raw = await composeSigned(message, options.signature, space)
    return { from: returnPath(target, keys, bounceDomain), to: recipient.email, raw }
  }

  return {
    links,
    readsFields: [...content.variables].some((name) => !ownNames.test(name)),
    compose,
  }
}

/** Links that are counted lead to us; the others only get the campaign's tags. */
function trackLinks({ track_links, utm }: Campaign, html: string, first = 0) {
  if (track_links) {
    const { html: tracked, links } = rewriteLinks(
      html,
      ({ position }) => `{{ click_${first + position} }}`,
    )
    return {
      html: tracked,
      links: links.map((link) => ({ ...link, position: first + link.position })),
    }
  }
  const tags = parseUtm(utm)
  const tagged = rewriteLinks(html, ({ source }) => addUtm(source, tags, '&amp;'))
  return { html: tagged.html, links: [] }
}
