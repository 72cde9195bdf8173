import { monotonicMs } from '../../core/clock.ts'
import type { Sids } from '../../core/sids.ts'
import type { TokenKeys } from '../../core/tokens/signed-token.ts'
import { senderValues } from '../brands/sender-values.ts'
import type { Brand } from '../brands/store.ts'
import { compilePrepared } from '../campaigns/content.ts'
import type { FieldValues } from '../campaigns/field-values-store.ts'
import { subscriptionUrl } from '../campaigns/public/subscriber-urls.ts'
import type { MergeEvent } from '../campaigns/run-events/run-event.ts'
import type { Campaign } from '../campaigns/store.ts'
import type { AttachedFile } from '../mail/attachment.ts'
import type { MergeValues } from '../mail/merge.ts'
import { type Composed, composeSigned, isSignedByThreads, type Signature } from '../mail/mime.ts'
import { relayMetadataHeaders } from '../mail/relay-metadata.ts'
import type { ScratchBuffer } from '../mail/scratch-buffer.ts'
import type { RelayHook } from '../service.ts'
import type { Submission } from '../smtp/submission.ts'
import { subscriberXsid } from '../subscription/subscriber-xsid.ts'
import type { TrackedLink } from '../tracking/rewrite-links.ts'
import { compileLinks } from './message-links.ts'
import type { PreparedMail } from './prepare-mail.ts'
import type { RenderTime } from './template-health.ts'

export interface CompileOptions {
  /** Reply-To of a campaign that has none of its own. */
  replyTo: string | null
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
  /** The time of rendering is added here. */
  renderTime: RenderTime
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
  /** For a message of an automation, the step that sent it. */
  visit: number
}

export interface CompiledCampaign {
  links: readonly TrackedLink[]
  /** Whether a merge tag may read a custom field, so that the field values must be loaded. */
  readsFields: boolean
  /** Whether a merge tag reads the sender, so that the brand of the list must be loaded. */
  readsSender: boolean
  /** Whether a merge tag reads the event of an automation. */
  readsEvent: boolean
  /** Whether threads sign the messages. Then `compose` returns promises. */
  isSigned: boolean
  compose(
    recipient: RecipientContact,
    fields: FieldValues,
    context: ComposeContext,
  ): Submission | Promise<Submission>
}

interface ComposeContext {
  now: number
  /** The buffer that the message is written to. */
  buffer: ScratchBuffer
  /** The brand of the contact's list, if a merge tag reads it. */
  brand?: Pick<Brand, 'name' | 'address'> | undefined
  /** The event of the automation, if a merge tag reads it. */
  event?: MergeEvent | undefined
}

/** Compiles a campaign once: everything that is the same for all recipients. */
export function compileCampaign(
  campaign: Campaign,
  { content: prepared, links, readsFields, readsSender, readsEvent }: PreparedMail,
  options: CompileOptions,
): CompiledCampaign {
  const { keys, sids, publicUrl, hostName, bounceDomain } = options
  const content = compilePrepared(prepared)
  const from = { address: campaign.from_mail, name: campaign.from_name }
  const replyAddress = campaign.reply_to ?? options.replyTo
  const replyTo = replyAddress === null ? undefined : { address: replyAddress }
  const feedbackId = `${campaign.id}:${campaign.account_id}:campaign:remite`
  const tracksOpens = Boolean(campaign.track_reads)
  // It takes as long as all other links.
  const readsSubscriptionUrl = [prepared.asunto, prepared.html, prepared.text].some((part) =>
    part?.includes('subscription_url'),
  )
  const linksOf = compileLinks({ keys, publicUrl, bounceDomain, tracksOpens, links })

  function compose(
    recipient: RecipientContact,
    fields: FieldValues,
    { now, buffer, brand, event }: ComposeContext,
  ): Submission | Promise<Submission> {
    const { contact_id: contactId, list_id: listId } = recipient
    const target = { campaign: campaign.id, recipient: recipient.id, contactId, listId }
    const sender = brand && senderValues(brand, campaign.from_name)
    const values: Record<string, MergeValues[string]> = {
      ...sender,
      // A list may have fields of these names, from before they meant the sender.
      ...fields,
      ...(sender && { footer_sender: sender.footer_sender }),
      ...(event && { event }),
    }
    values.email = recipient.email
    values.nombre = recipient.nombre
    const { returnPath, unsubscribe } = linksOf(target, now, values)
    if (readsSubscriptionUrl) {
      const xsid = subscriberXsid(sids, { contactId, campaignId: campaign.id, listId })
      values.subscription_url = subscriptionUrl(publicUrl, xsid)
    }
    const { asunto: subject, html, text } = timed(options.renderTime, () => content.encode(values))
    const name = recipient.nombre.replace(/[\u0000-\u001f]+/g, ' ')
    // The same for every attempt, so that mail clients can hide duplicates.
    const messageId = `${campaign.id}.${recipient.id}@${hostName}`
    const message = {
      from,
      to: { address: recipient.email, name },
      replyTo,
      subject,
      date: new Date(now),
      messageId,
      boundary: `${campaign.id}.${recipient.id}`,
      html,
      text,
      unsubscribe: { url: unsubscribe },
      list: { id: `${recipient.list_public_id}.${hostName}`, name: recipient.list_name },
      feedbackId,
      attachments: options.attachments,
      headers: relayMetadataHeaders(options.relayHook, messageId),
    }
    const composed = composeSigned(message, options.signature, buffer)
    const envelope = { from: returnPath, to: recipient.email }
    return composed instanceof Promise
      ? composed.then((signed) => submissionOf(envelope, signed))
      : submissionOf(envelope, composed)
  }

  const isSigned = isSignedByThreads(options.signature)
  return { links, readsFields, readsSender, readsEvent, isSigned, compose }
}

const submissionOf = (
  { from, to }: Pick<Submission, 'from' | 'to'>,
  { raw, isCanonical }: Composed,
): Submission => ({ from, to, raw, isCanonical })

function timed<T>(total: RenderTime, render: () => T): T {
  const start = monotonicMs()
  try {
    return render()
  } finally {
    total.messages++
    total.ms += monotonicMs() - start
  }
}
