import type { Language } from '../../../core/language.ts'
import { messages } from '../../../messages/all.ts'
import type { Executor } from '../../database/dialect.ts'
import { inSlices } from '../../database/slices.ts'
import type { List } from '../../lists/store.ts'
import { queueMessage } from '../../mail/outbox-store.ts'
import type { Service } from '../../service.ts'
import { optInToken } from './opt-in-token.ts'

/** Mails per slice. Each is one statement, so a slice blocks the event loop a few milliseconds. */
const mailsAtOnce = 100

interface OptInRecipient {
  id: number
  email: string
  key: string
}

/** Queues confirmation mails for a list. Wake the workers after the commit. */
export async function queueOptInMails(
  tx: Executor,
  { secrets, settings, clock }: Pick<Service, 'secrets' | 'settings' | 'clock'>,
  { list, language }: { list: List; language: Language },
  people: readonly OptInRecipient[],
): Promise<void> {
  const strings = messages[language].subscriberMail
  const now = clock.now()
  const name = list.name.replace(/\s+/g, ' ')
  const write = async ({ id, email, key }: OptInRecipient) => {
    const token = optInToken({ listId: list.id, contactId: id, emailKey: key, now }, secrets.mac)
    await queueMessage(tx, {
      accountId: list.account_id,
      kind: 'optin',
      to: email,
      subject: strings.optInSubject(name),
      text: strings.optInText(name, `${settings.publicUrl}/optin/${token}`),
      now,
    })
  }
  await inSlices(
    people,
    async (slice) => {
      for (const recipient of slice) await write(recipient)
    },
    mailsAtOnce,
  )
}
