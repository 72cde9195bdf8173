import type { Language } from '../../core/language.ts'
import { messages } from '../../messages/all.ts'
import type { Executor } from '../database/dialect.ts'
import { inSlices } from '../database/slices.ts'
import type { List } from '../lists/store.ts'
import { queueMessage } from '../mail/outbox-store.ts'
import type { Service } from '../service.ts'
import { optInToken } from './opt-in-token.ts'

/** Each is a statement of its own: so many hold the loop a few milliseconds. */
const mailsAtOnce = 100

export interface Asked {
  id: number
  email: string
  key: string
}

/** Asks people by mail whether they want to be on the list. Wake the workers after the commit. */
export async function queueOptInMails(
  tx: Executor,
  { secrets, settings, clock }: Pick<Service, 'secrets' | 'settings' | 'clock'>,
  { list, language }: { list: List; language: Language },
  people: readonly Asked[],
): Promise<void> {
  const words = messages[language].subscriberMail
  const now = clock.now()
  const name = list.name.replace(/\s+/g, ' ')
  const write = async ({ id, email, key }: Asked) => {
    const token = optInToken({ listId: list.id, contactId: id, emailKey: key, now }, secrets.mac)
    await queueMessage(tx, {
      accountId: list.account_id,
      kind: 'optin',
      to: email,
      subject: words.optInSubject(name),
      text: words.optInText(name, `${settings.publicUrl}/optin/${token}`),
      now,
    })
  }
  await inSlices(
    people,
    async (slice) => {
      for (const person of slice) await write(person)
    },
    mailsAtOnce,
  )
}
