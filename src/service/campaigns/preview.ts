import type { contract } from '../../contract/index.ts'
import { messages } from '../../messages/all.ts'
import type { Handler } from '../handler.ts'
import { compileMerge } from '../mail/merge.ts'
import { composeMessage } from '../mail/mime.ts'
import type { Service } from '../service.ts'
import { compileContent } from './content.ts'
import { exampleValues } from './example-store.ts'
import { findCampaign, findSender } from './store.ts'
import { placeholder, subscriptionUrl, unsubscribeUrl } from './subscriber-pages.ts'

/** The message as a contact would get it. Nothing is counted, and its way out leads nowhere. */
export const preview =
  ({ reader, clock, settings }: Service): Handler<typeof contract.campaigns.preview> =>
  async ({ id, contact_id, format }, { account }) => {
    const row = await findCampaign(reader, account.id, id)
    const sender = await findSender(reader, account.id, row.from_mail)
    const leave = unsubscribeUrl(settings.publicUrl, placeholder)
    const values = {
      ...(await exampleValues(reader, account.id, contact_id)),
      unsubscribe_url: leave,
      subscription_url: subscriptionUrl(settings.publicUrl, placeholder),
    }
    const { unsubscribe } = messages[account.language].campaignMail
    const content = compileContent(row, { unsubscribeWords: unsubscribe })
    const { asunto, html, text } = content.render(values)
    const replyTo = row.reply_to ?? sender?.reply_to
    const mime = composeMessage({
      from: { address: row.from_mail, name: row.from_name },
      to: { address: 'email' in values ? String(values.email) : row.from_mail },
      replyTo: replyTo ? { address: replyTo } : undefined,
      subject: asunto,
      date: new Date(clock.now()),
      messageId: `${id}.preview@${settings.hostName}`,
      boundary: `${id}.preview`,
      html,
      text,
      unsubscribe: { url: leave },
      feedbackId: `${id}:${account.id}:campaign:remite`,
    })
    return {
      asunto,
      preheader: compileMerge(row.preheader, 'header', 'preheader').render(values),
      html: format === undefined || format === 'html' ? (html ?? '') : '',
      text: format === undefined || format === 'text' ? text : '',
      ...(format === 'mime' && { mime: mime.toString() }),
      size: mime.length,
    }
  }
