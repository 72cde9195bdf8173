import type { contract } from '../../contract/index.ts'
import type { Handler } from '../handler.ts'
import type { Service } from '../service.ts'
import { checkDomain } from './domain-check.ts'
import { columnsOf, readAddress } from './sender.ts'
import { upsertSender } from './store.ts'
import { mailCode, secondsToNextCode } from './verification.ts'

export const create =
  (service: Service): Handler<typeof contract.senders.create> =>
  async ({ from_name, from_mail, reply_to }, { account, transact, note }) => {
    const address = readAddress('from_mail', from_mail)
    const replyTo = reply_to === undefined ? null : readAddress('reply_to', reply_to).email
    const check = await checkDomain(service, address.domain)
    const now = service.clock.now()
    const answer = await transact(async (tx) => {
      const sender = await upsertSender(
        tx,
        {
          account_id: account.id,
          from_name,
          from_mail: address.email,
          from_key: address.key,
          reply_to: replyTo,
          ...columnsOf(check),
        },
        now,
      )
      // If the sender is added again within a minute, the code just mailed stays valid.
      const isMailed =
        sender.verified_at === null &&
        (await secondsToNextCode(tx, service, { accountId: account.id, key: address.key })) === 0
      if (isMailed) await mailCode(tx, service, sender, now)
      note({ after: { from_name, from_mail: address.email, reply_to: replyTo } })
      return {
        status: 'ok',
        spf: check.spf,
        dkim: check.dkim,
        id: sender.id,
        dmarc: check.dmarc,
        verified: sender.verified_at !== null,
        checked: check.checkedAt !== null,
        records: check.records,
      }
    })
    service.wake()
    return answer
  }
