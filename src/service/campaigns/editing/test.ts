import type { contract } from '../../../contract/index.ts'
import { Failure } from '../../../core/failure.ts'
import { messages } from '../../../messages/all.ts'
import type { Handler } from '../../handler.ts'
import { queueMessage } from '../../mail/outbox-store.ts'
import type { Service } from '../../service.ts'
import { everyVariant } from '../ab-test.ts'
import { compileContent } from '../content.ts'
import { placeholderUrls } from '../public/subscriber-urls.ts'
import { findCampaign, findSender, setTestedAt } from '../store.ts'
import { sampleValues } from './sample-values-store.ts'

/**
 * Sends every version of the campaign, rendered for one contact, to other addresses. Creates no
 * recipients and tracks nothing.
 */
export const sendTest =
  (service: Service): Handler<typeof contract.campaigns.test> =>
  async ({ id, emails, contact_id }, { account, transact }) => {
    const { clock, settings } = service
    const { unsubscribe, testPrefix } = messages[account.language].campaignMail
    const answer = await transact(async (tx) => {
      const row = await findCampaign(tx, account.id, id)
      const sender = await findSender(tx, account.id, row.from_mail)
      if (!sender || sender.verified_at === null) {
        throw new Failure('sender_not_verified', { values: { from_mail: row.from_mail } })
      }
      const example = await sampleValues(tx, account.id, contact_id)
      const now = clock.now()
      const versions = everyVariant(row)
      const copies = versions.flatMap((version) => {
        const content = compileContent(version, { unsubscribeText: unsubscribe })
        return emails.map((to) => ({ to, version, content }))
      })
      for (const { to, version, content } of copies) {
        const { asunto, text, html } = content.render({
          email: to,
          ...example,
          ...placeholderUrls(settings.publicUrl),
        })
        await queueMessage(tx, {
          accountId: account.id,
          kind: 'campaign_test',
          from: {
            name: version.from_name,
            mail: row.from_mail,
            replyTo: row.reply_to ?? sender.reply_to,
          },
          to,
          subject: testPrefix + asunto,
          text,
          ...(html !== undefined && { html }),
          now,
        })
      }
      await setTestedAt(tx, id, now)
      return { ok: true, sent: copies.length }
    })
    service.wake()
    return answer
  }
