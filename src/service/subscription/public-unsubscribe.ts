import type { contract } from '../../contract/index.ts'
import { normaliseAddress } from '../../core/address.ts'
import { Failure } from '../../core/failure.ts'
import { hasUnsubscribed } from '../contacts/status.ts'
import { findContactByKey } from '../contacts/store.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Handler } from '../handler.ts'
import { findPublicList } from '../lists/store.ts'
import type { Service } from '../service.ts'
import { requireSubscriber } from './find-subscriber.ts'
import { countFromIp, formsPerIp, mayMailUnsubscribe } from './limits.ts'
import { queueUnsubscribeMail } from './unsubscribe-mail.ts'
import { unsubscribeSubscriber } from './unsubscribe-subscriber.ts'

/** The answer is always the same, so that a form does not reveal who is on a list. */
const answer = { success: true }

/**
 * Unsubscribes at once with an xsid. With an address, which anyone may know, mails a link to it.
 */
export const publicUnsubscribe =
  (service: Service): Handler<typeof contract.public.unsubscribe> =>
  async ({ subscriber, xsid = subscriber, email, list_id }, { ip, transact }) => {
    if (xsid !== undefined) {
      const found = await findQuietly(service, xsid, ip)
      const details = { spam: false, reason: '', now: service.clock.now() }
      if (found) await transact((tx) => unsubscribeSubscriber(tx, found, details))
    } else if (email !== undefined && list_id !== undefined) {
      await countFromIp(service, 'unsubscribe', ip, formsPerIp)
      await mailLink(service, list_id, email)
    } else {
      const field = email === undefined ? 'xsid' : 'list_id'
      throw new Failure('invalid', { problems: [{ field, code: 'required' }] })
    }
    service.wake()
    return answer
  }

async function findQuietly(service: Service, xsid: string, ip: string) {
  try {
    return await requireSubscriber(service, xsid, ip)
  } catch (error) {
    if (error instanceof Failure && /^(not_found|unsubscribed)$/.test(error.code)) return undefined
    throw error
  }
}

/**
 * Mails a link if the address is on the list. Executes the same statements, in one transaction, if it
 * is not, so that the time of the answer does not reveal who is on a list.
 */
async function mailLink(service: Service, listName: string | number, email: string): Promise<void> {
  const list = await findPublicList(service.db, listName)
  if (!list) throw new Failure('list_unknown')
  const emailKey = normaliseAddress(email)?.key
  if (!emailKey) return
  await inTransaction(service.db, async (tx) => {
    const contact = await findContactByKey(tx, list, emailKey)
    const mayMail = await mayMailUnsubscribe(tx, service, { accountId: list.account_id, emailKey })
    const isMember = contact !== undefined && !hasUnsubscribed(contact.status)
    const recipient = { id: contact?.id ?? 0, email: contact?.email ?? email }
    await queueUnsubscribeMail(tx, service, { list, recipient, isWanted: isMember && mayMail })
  })
}
