import type { contract } from '../../../contract/index.ts'
import { Failure, refuse } from '../../../core/failure.ts'
import { messages } from '../../../messages/all.ts'
import type { Handler } from '../../handler.ts'
import { attachFile } from '../../mail/attachment.ts'
import { composeMessage } from '../../mail/mime.ts'
import type { Service } from '../../service.ts'
import { inVariant, readAbTest, variantsOf } from '../ab-test.ts'
import { contentOf } from '../content.ts'
import { renderContent } from '../content-jobs.ts'
import { placeholderUrls } from '../public/subscriber-urls.ts'
import { type Campaign, findCampaign, findSender } from '../store.ts'
import { attachedFiles } from './attachments-store.ts'
import { sampleSender } from './sample-sender.ts'
import { sampleValues } from './sample-values-store.ts'

/**
 * Renders the message for a contact. Nothing is tracked, and the unsubscribe link leads nowhere.
 */
export const preview =
  ({ reader, clock, settings, rendering }: Service): Handler<typeof contract.campaigns.preview> =>
  async ({ id, contact_id, variant, format }, { account }) => {
    const row = inVersion(await findCampaign(reader, account.id, id), variant)
    const sender = await findSender(reader, account.id, row.from_mail)
    const urls = placeholderUrls(settings.publicUrl)
    const { sender: brand, postalAddresses } = await sampleSender(reader, row)
    const values = {
      ...brand,
      ...(await sampleValues(reader, account.id, contact_id)),
      ...urls,
      footer_sender: brand.footer_sender,
    }
    const { unsubscribe } = messages[account.language].campaignMail
    const input = {
      source: contentOf(row),
      unsubscribeText: unsubscribe,
      postalAddresses,
      recipients: [values],
    }
    const [rendered] = await rendering.run(renderContent, input, { owner: String(account.id) })
    if (!rendered) throw new Failure('internal')
    const { asunto, html, text, preheader } = rendered
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
      unsubscribe: { url: urls.unsubscribe_url },
      feedbackId: `${id}:${account.id}:campaign:remite`,
      attachments: (await attachedFiles(reader, row)).map(({ filename, content_type, content }) =>
        attachFile(filename, content_type, content),
      ),
    })
    return {
      asunto,
      preheader,
      html: format === undefined || format === 'html' ? (html ?? '') : '',
      text: format === undefined || format === 'text' ? text : '',
      ...(format === 'mime' && { mime: mime.toString() }),
      size: mime.length,
    }
  }

/** Returns the requested variant, by default the winner or the first one. */
function inVersion(row: Campaign, variant: string | undefined): Campaign {
  const test = readAbTest(row)
  if (variant !== undefined && !(test && variantsOf(test).includes(variant))) {
    refuse([{ field: 'variant', code: 'not_a_choice' }])
  }
  return inVariant(row, variant ?? row.ab_winner ?? 'a')
}
