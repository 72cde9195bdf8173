import type { contract } from '../../contract/index.ts'
import { normaliseAddress } from '../../core/address.ts'
import { Failure } from '../../core/failure.ts'
import { hasLeft } from '../contacts/status.ts'
import { findContactByKey } from '../contacts/store.ts'
import type { Handler } from '../handler.ts'
import { findPublicList } from '../lists/store.ts'
import type { Service } from '../service.ts'
import { subscriberOf } from './find.ts'
import { leave } from './leave.ts'
import { queueLeaveMail } from './leave-mail.ts'
import { countFromIp, formsPerIp, mayMail } from './limits.ts'

/** The same answer for everybody: nobody learns from a form who is on a list. */
const answer = { success: true }

/** With an xsid, at once; with an address, which anybody may know, by a link that is mailed to it. */
export const publicUnsubscribe =
  (service: Service): Handler<typeof contract.public.unsubscribe> =>
  async ({ subscriber, xsid = subscriber, email, list_id }, { ip, transact }) => {
    if (xsid !== undefined) {
      const named = await findQuietly(service, xsid, ip)
      const how = { spam: false, reason: '', now: service.clock.now() }
      if (named) await transact((tx) => leave(tx, named, how))
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
    return await subscriberOf(service, xsid, ip)
  } catch (error) {
    if (error instanceof Failure && /^(not_found|unsubscribed)$/.test(error.code)) return undefined
    throw error
  }
}

async function mailLink(service: Service, listName: string | number, email: string): Promise<void> {
  const list = await findPublicList(service.db, listName)
  const key = normaliseAddress(email)?.key
  const contact = list && key && (await findContactByKey(service.db, list, key))
  if (!contact || hasLeft(contact.status)) return
  if (await mayMail(service, list.id, contact.email_key)) {
    await queueLeaveMail(service, { list, contact })
  }
}
