import type { contract } from '../../../contract/index.ts'
import { normaliseAddress } from '../../../core/address.ts'
import { createSecret } from '../../../core/credentials/secret-text.ts'
import { asLanguage, type Language } from '../../../core/language.ts'
import { networkOf } from '../../../core/network.ts'
import { plainName } from '../../../core/plain-name.ts'
import { hourMs, minuteMs } from '../../../core/time.ts'
import { messages } from '../../../messages/all.ts'
import { fill } from '../../../messages/fill.ts'
import { hashOfKey } from '../../auth/api-keys/hash.ts'
import { createAttemptLimit } from '../../auth/attempt-limit.ts'
import { foldUsername } from '../../auth/store.ts'
import type { Handler } from '../../handler.ts'
import { queueMessageIf } from '../../mail/outbox-store.ts'
import { countMails } from '../../mail-limits/mail-limits.ts'
import type { Service } from '../../service.ts'
import { placeholderDomain } from '../store.ts'
import type { Transact } from './reset.ts'
import { findMeant, insertResets } from './store.ts'

export const resetPath = (code: string): string => `/reset/${code}`

export const validMs = hourMs
const perNetwork = { attempts: 20, windowMs: hourMs }
const perLogin = { attempts: 5, windowMs: hourMs }

interface Forgotten {
  /** A user name or an address. */
  login: string
  ip: string
  /** Of the mail to an address without an account, which is not sent. */
  language: Language
}

/**
 * Returns a function that mails a code for a new password to the address of the account. The answer and the
 * work are the same for a name or an address without an account. A mailbox above its limit gets no mail,
 * and the answer is the same again.
 */
export function createMailCode(service: Service) {
  const { clock, settings } = service
  const countFlood = createAttemptLimit(service)

  return async ({ login, ip, language }: Forgotten, transact: Transact): Promise<{ ok: true }> => {
    const username = foldUsername(login)
    const email = normaliseAddress(login)?.key ?? username
    await countFlood(`forgot ip ${networkOf(ip)}`, perNetwork)
    await countFlood(`forgot login ${email}`, perLogin)
    const answer = await transact(async (tx) => {
      const now = clock.now()
      const meant = await findMeant(tx, { username, email })
      // Anyone can take the address of another as a user name.
      const ofAddress = meant.filter((one) => normaliseAddress(one.email)?.key === email)
      const accounts = ofAddress.length > 0 ? ofAddress : meant
      const [first] = accounts
      const key = first ? (normaliseAddress(first.email)?.key ?? email) : email
      const cause = { kind: 'password_reset', accountId: 0 } as const
      const full = await countMails(tx, service, cause, [key])
      const isWanted =
        first !== undefined && full.size === 0 && !first.email.endsWith(placeholderDomain)
      const resets = accounts.map(({ id, username: name }) => ({
        ...{ accountId: id, name },
        code: createSecret('passwordReset'),
      }))
      const stored = resets.map(({ accountId, code }) => ({ accountId, hash: hashOfKey(code) }))
      await insertResets(tx, isWanted ? stored : [], { now, expiresAt: now + validMs })
      const strings = messages[first ? asLanguage(first.language) : language].mails.passwordReset
      const blocks = resets.map(({ name, code }) =>
        fill(strings.account, {
          username: plainName(name),
          link: settings.publicUrl + resetPath(code),
          code,
        }),
      )
      await queueMessageIf(tx, isWanted, {
        // The mail of a sandbox account would go to an inbox that its owner cannot open.
        accountId: null,
        kind: 'password_reset',
        to: first?.email ?? email,
        subject: strings.subject,
        text: fill(strings.text, { accounts: blocks.join('\n'), minutes: validMs / minuteMs }),
        now,
      })
      return { ok: true } as const
    })
    service.wake()
    return answer
  }
}

export const forgot = (service: Service): Handler<typeof contract.recovery.forgot> => {
  const mailCode = createMailCode(service)
  return ({ login }, { ip, transact, language }) => mailCode({ login, ip, language }, transact)
}
