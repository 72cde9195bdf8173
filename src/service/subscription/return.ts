import { queueOptInMails } from '../contacts/opt-in-mail.ts'
import { effectOfForm } from '../contacts/status.ts'
import { suppressionOf } from '../contacts/suppressions-store.ts'
import type { Executor } from '../database/dialect.ts'
import { ownerLanguage } from '../lists/owner-store.ts'
import type { Service } from '../service.ts'
import type { Subscriber } from './store.ts'

/** Whether somebody who left may still be asked, by mail, whether they want to be back. */
export async function mayReturn(
  db: Executor,
  { secrets }: Pick<Service, 'secrets'>,
  { list, contact }: Pick<Subscriber, 'list' | 'contact'>,
): Promise<boolean> {
  const place = { accountId: list.account_id, listId: list.id }
  const suppressed = await suppressionOf(db, place, contact.email_key, secrets.hash)
  const doubleOptin = list.double_optin === 1
  return effectOfForm({ status: contact.status, suppressed }, { doubleOptin }) === 'ask'
}

/** Asks them; only the button behind the link of that mail brings them back. Wake the workers after the commit. */
export async function askBack(
  tx: Executor,
  service: Pick<Service, 'secrets' | 'settings' | 'clock'>,
  { list, contact }: Pick<Subscriber, 'list' | 'contact'>,
): Promise<void> {
  const language = await ownerLanguage(tx, list)
  const { id, email, email_key: key } = contact
  await queueOptInMails(tx, service, { list, language }, [{ id, email, key }])
}
