import type { contract } from '../../contract/index.ts'
import { Failure } from '../../core/failure.ts'
import { messages } from '../../messages/all.ts'
import type { Handler } from '../handler.ts'
import { queueMessage } from '../mail/outbox-store.ts'
import type { Service } from '../service.ts'
import { everyVariant } from './ab-test.ts'
import { compileContent } from './content.ts'
import { exampleValues } from './example-store.ts'
import { findCampaign, findSender } from './store.ts'
import { placeholderUrls } from './subscriber-pages.ts'

/**
 * The campaign as one contact would get it, in every version that is to be tried, to other
 * addresses. No recipient, no tracking.
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
      const example = await exampleValues(tx, account.id, contact_id)
      const now = clock.now()
      const versions = everyVariant(row)
      const copies = versions.flatMap((version) => {
        const content = compileContent(version, { unsubscribeWords: unsubscribe })
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
      await tx.updateTable('campaigns').set({ tested_at: now }).where('id', '=', id).execute()
      return { ok: true, sent: copies.length }
    })
    service.wake()
    return answer
  }
