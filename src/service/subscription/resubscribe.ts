import { requestOptIns } from '../contacts/consent/opt-in-mail.ts'
import { formOutcome } from '../contacts/status.ts'
import { findSuppressionState } from '../contacts/suppression/suppressed.ts'
import type { Executor } from '../database/dialect.ts'
import type { Service } from '../service.ts'
import type { Subscriber } from './store.ts'

/** Whether an unsubscribed person may request a mail to subscribe again. */
export async function mayResubscribe(
  db: Executor,
  { secrets }: Pick<Service, 'secrets'>,
  { list, contact }: Pick<Subscriber, 'list' | 'contact'>,
): Promise<boolean> {
  const listRef = { accountId: list.account_id, listId: list.id }
  const suppressed = await findSuppressionState(db, listRef, contact.email_key, secrets.hash)
  const doubleOptin = list.double_optin === 1
  return formOutcome({ status: contact.status, suppressed }, { doubleOptin }) === 'ask'
}

/**
 * Queues the mail. Only the button behind its link subscribes the person again. Throws `rate_limited`
 * if the mailbox got enough of them. Wake the workers after the commit.
 */
export async function requestResubscribe(
  tx: Executor,
  service: Pick<Service, 'secrets' | 'settings' | 'clock'>,
  { list, contact }: Pick<Subscriber, 'list' | 'contact'>,
): Promise<void> {
  const { id, email, email_key: key } = contact
  const request = { list, cause: 'person', refusesFullMailbox: true } as const
  await requestOptIns(tx, service, request, [{ id, email, key }])
}
