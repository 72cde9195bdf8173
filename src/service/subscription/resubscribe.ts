import type { Language } from '../../core/language.ts'
import { requestOptIns } from '../contacts/consent/opt-in-mail.ts'
import type { Executor } from '../database/dialect.ts'
import type { Service } from '../service.ts'
import type { Subscriber } from './store.ts'

/**
 * Queues the mail. Only the button behind its link subscribes the person again. Throws `rate_limited`
 * if the mailbox got enough of them. Wake the workers after the commit.
 */
export async function requestResubscribe(
  tx: Executor,
  service: Pick<Service, 'secrets' | 'settings' | 'clock'>,
  {
    list,
    contact,
    language,
  }: Pick<Subscriber, 'list' | 'contact'> & { language?: Language | undefined },
): Promise<void> {
  const { id, email, email_key: key } = contact
  const request = { list, cause: 'person', language, refusesFullMailbox: true } as const
  await requestOptIns(tx, service, request, [{ id, email, key }])
}
