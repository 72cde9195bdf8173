import type { Language } from '../../core/language.ts'
import type { Sids } from '../../core/sids.ts'
import type { TokenKeys } from '../../core/signed-token.ts'
import { messages } from '../../messages/all.ts'
import { compileContent } from '../campaigns/content.ts'
import type { FieldValues } from '../campaigns/field-values-store.ts'
import {
  subscriptionUrl,
  unsubscribeUrl,
  webVersionUrl,
} from '../campaigns/public/subscriber-urls.ts'
import { conversionToken } from '../campaigns/reporting/conversion-token.ts'
import type { Campaign } from '../campaigns/store.ts'
import { addUtm, parseUtm } from '../campaigns/utm.ts'
import type { AttachedFile } from '../mail/attachment.ts'
import { composeSigned, type Signature } from '../mail/mime.ts'
import { relayMetadataHeaders } from '../mail/relay-metadata.ts'
import { returnPath } from '../mail/return-path.ts'
import type { ScratchBuffer } from '../mail/scratch-buffer.ts'
import type { Submission } from '../mail/session.ts'
import type { RelayHook } from '../service.ts'
import { subscriberXsid } from '../subscription/subscriber-xsid.ts'
import { unsubscribeToken } from '../subscription/unsubscribe-token.ts'
import { pixelTag } from '../tracking/pixel.ts'
import { insertPixel, rewriteLinks, type TrackedLink } from '../tracking/rewrite-links.ts'
import { clickUrl, openUrl } from '../tracking/tracking-urls.ts'

export interface CompileOptions {
  /** Reply-To of a campaign that has none of its own. */
  replyTo: string | null
  /** Language of the footer. */
  language: Language
  keys: TokenKeys
  sids: Sids
  publicUrl: string
  hostName: string
  /** Domain of the return path. */
  bounceDomain: string
  signature: Signature
  /** The provider that returns our metadata with its events. */
  relayHook?: RelayHook | undefined
  attachments: readonly AttachedFile[]
  /** Position of the first link, when other variants of the campaign have links before it. */
  firstLinkPosition?: number
}

export interface RecipientContact {
  /** Id of the recipient, not of the contact. */
  id: number
  contact_id: number
  email: string
  nombre: string
  list_id: number
  list_name: string
  list_public_id: string
  /** The variant of the A/B test. */
  variant: string | null
}

export interface CompiledCampaign {
  links: readonly TrackedLink[]
  /** Whether a merge tag may read a custom field, so that the field values must be loaded. */
  readsFields: boolean
  compose(
    recipient: RecipientContact,
    fields: FieldValues,
    context: ComposeContext,
  ): Promise<Submission>
}

interface ComposeContext {
  now: number
  /** The buffer that the message is written to. */
  buffer: ScratchBuffer
}

const builtInNames =
  /^(?:email|nombre|unsubscribe_url|subscription_url|web_url|conversion_token|open_url|click_\d+)$/

/** Compiles a campaign once: everything that is the same for all recipients. */
export function compileCampaign(campaign: Campaign, options: CompileOptions): CompiledCampaign {
  const { keys, sids, publicUrl, hostName, bounceDomain } = options
  const links: TrackedLink[] = []
  const content = compileContent(campaign, {
    unsubscribeText: messages[options.language].campaignMail.unsubscribe,
    track(html) {
      const rewritten = trackLinks(campaign, html, options.firstLinkPosition)
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
    { now, buffer }: ComposeContext,
  ): Promise<Submission> {
    const target = { campaign: campaign.id, recipient: recipient.id }
    const { contact_id: contactId, list_id: listId } = recipient
    const subscriber = { campaignId: campaign.id, listId }
    const xsid = subscriberXsid(sids, { contactId, ...subscriber })
    const unsubscribe = unsubscribeUrl(
      publicUrl,
      unsubscribeToken({ contactId, ...subscriber }, keys),
    )
    const values: FieldValues = {
      ...fields,
      email: recipient.email,
      nombre: recipient.nombre,
      unsubscribe_url: unsubscribe,
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
    // The same for every attempt, so that mail clients can hide duplicates.
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
      unsubscribe: { url: unsubscribe },
      list: { id: `${recipient.list_public_id}.${hostName}`, name: recipient.list_name },
      feedbackId: `${campaign.id}:${campaign.account_id}:campaign:remite`,
      attachments: options.attachments,
      headers: relayMetadataHeaders(options.relayHook, messageId),
    }
    const raw = await composeSigned(message, options.signature, buffer)
    return { from: returnPath(target, keys, bounceDomain), to: recipient.email, raw }
  }

  return {
    links,
    readsFields: [...content.variables].some((name) => !builtInNames.test(name)),
    compose,
  }
}

/** Rewrites tracked links to our URLs. Without tracking, links only get the UTM tags. */
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
