import type { contract } from '../../../contract/index.ts'
import { type Address, normaliseAddress } from '../../../core/address.ts'
import { Failure, refuse } from '../../../core/failure.ts'
import { messages } from '../../../messages/all.ts'
import { rehearse } from '../../database/transaction.ts'
import type { Handler } from '../../handler.ts'
import { queueMessage } from '../../mail/outbox-store.ts'
import type { Service } from '../../service.ts'
import { everyVariant } from '../ab-test.ts'
import { contentOf } from '../content.ts'
import { renderContent } from '../content-jobs.ts'
import { placeholderUrls } from '../public/subscriber-urls.ts'
import { testOptOutUrl } from '../public/test-opt-out.ts'
import { findCampaign, findSender, setTestedAt } from '../store.ts'
import { sampleSender } from './sample-sender.ts'
import { sampleValues } from './sample-values-store.ts'
import { admitTests } from './test-recipients.ts'

/**
 * Sends every version of the campaign, rendered for one contact, to other addresses. Creates no
 * recipients and tracks nothing.
 */
export const sendTest =
  (service: Service): Handler<typeof contract.campaigns.test> =>
  async ({ id, emails, contact_id }, { account, transact }) => {
    const { db, clock, secrets, settings, rendering } = service
    const { unsubscribe, testPrefix } = messages[account.language].campaignMail
    const row = await findCampaign(db, account.id, id)
    const sender = await findSender(db, account.id, row.from_mail)
    if (!sender || sender.verified_at === null) {
      throw new Failure('sender_not_verified', { values: { from_mail: row.from_mail } })
    }
    const versions = everyVariant(row)
    const addresses = readAddresses(emails)
    const tests = { addresses, copies: versions.length }
    // First the refusals, which cost little, and then the rendering, which costs much.
    await rehearse(db, (tx) => admitTests(tx, service, account.id, tests))
    const example = await sampleValues(db, account.id, contact_id)
    const recipients = addresses.map(({ email: to }) => {
      const optOut = { accountId: account.id, email: to }
      return { to, optOutUrl: testOptOutUrl(settings.publicUrl, optOut, secrets.mac) }
    })
    const urls = placeholderUrls(settings.publicUrl)
    const { sender: brand, postalAddresses } = await sampleSender(db, row)
    const values = recipients.map(({ to, optOutUrl }) => ({
      ...{ ...brand, email: to, ...example, ...urls, footer_sender: brand.footer_sender },
      ...{ unsubscribe_url: optOutUrl, subscription_url: optOutUrl },
    }))
    const rendered = versions.map(async (version) => {
      const source = contentOf(version)
      const input = { source, unsubscribeText: unsubscribe, postalAddresses, recipients: values }
      const contents = await rendering.run(renderContent, input, { owner: String(account.id) })
      return recipients.flatMap((recipient, index) => {
        const content = contents[index]
        return content ? [{ ...recipient, ...content, version }] : []
      })
    })
    const copies = (await Promise.all(rendered)).flat()
    const answer = await transact(async (tx) => {
      const now = clock.now()
      await admitTests(tx, service, account.id, tests)
      for (const { to, version, optOutUrl, asunto, text, html } of copies) {
        await queueMessage(tx, {
          accountId: account.id,
          kind: 'campaign_test',
          from: { name: version.from_name, mail: row.from_mail },
          replyTo: row.reply_to ?? sender.reply_to,
          to,
          subject: testPrefix + asunto,
          text,
          ...(html !== undefined && { html }),
          unsubscribeUrl: optOutUrl,
          now,
        })
      }
      await setTestedAt(tx, id, now)
      return { ok: true, sent: copies.length }
    })
    service.wake()
    return answer
  }

function readAddresses(emails: readonly string[]): Address[] {
  return emails.flatMap((email, index) => {
    const address = normaliseAddress(email)
    if (!address) refuse([{ field: `emails.${index}`, code: 'bad_email' }])
    return address ?? []
  })
}
