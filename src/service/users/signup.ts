import type { contract } from '../../contract/index.ts'
import { normaliseAddress } from '../../core/address.ts'
import { Failure } from '../../core/failure.ts'
import type { Language } from '../../core/language.ts'
import { networkOf } from '../../core/network.ts'
import { plainName } from '../../core/plain-name.ts'
import { hourMs } from '../../core/time.ts'
import { messages } from '../../messages/all.ts'
import { fill } from '../../messages/fill.ts'
import { countAttempt } from '../auth/attempt-limit.ts'
import { hashPassword } from '../auth/password.ts'
import type { Executor } from '../database/dialect.ts'
import type { Handler } from '../handler.ts'
import { queueMessage } from '../mail/outbox-store.ts'
import { countMails } from '../mail-limits/mail-limits.ts'
import type { Service } from '../service.ts'
import { type Limits, noShare } from './quota.ts'
import { setLimits, takeShare } from './quota-store.ts'
import { deleteUnconfirmed, findFirstAccount, findUnconfirmed } from './signup-store.ts'
import { confirmWithinMs, readSignupToken, signupToken } from './signup-token.ts'
import { insertAccount, updateAccount } from './store.ts'
import { lockTree } from './tree-store.ts'

export const signupPath = (token: string): string => `/signup/${token}`

/** A school may sign up from one address. A bot needs more. */
const limitPerIp = { attempts: 20, windowMs: hourMs }

/** Enough to try everything out. */
const trialLimits: Limits = {
  monthly_sends: 1000,
  contacts_max: 1000,
  ai_generations: 0,
  rate_per_hour: 5000,
}

/** Signs up a stranger. Only allowed in a sandbox, where no mail leaves the machine. */
export const signup =
  (service: Service): Handler<typeof contract.users.signup> =>
  async ({ email, username, pass, language: requested }, { ip, language, transact }) => {
    const { clock, settings } = service
    if (!settings.allowsSignup) throw new Failure('forbidden')
    await countAttempt(service, `signup ip ${networkOf(ip)}`, limitPerIp)
    await countMailTo(service, email)
    const passHash = await hashPassword(pass, { requester: `network ${networkOf(ip)}` })
    const now = clock.now()
    const person = { email, username, language: requested ?? language }
    const answer = await transact(async (tx) => {
      await lockTree(tx)
      await deleteUnconfirmed(tx, now - confirmWithinMs)
      const first = await findFirstAccount(tx)
      const id = await insertAccount(tx, {
        ...person,
        parentId: first.id,
        nombre: '',
        role: 'User',
        status: 'unconfirmed',
        passHash,
        timezone: first.timezone,
        plan: 'sandbox',
        limits: { ...noShare, rate_per_hour: trialLimits.rate_per_hour },
        now,
      })
      await mailLink(tx, service, { ...person, id })
      return { ok: true, id }
    })
    service.wake()
    return answer
  }

/** Anyone can enter another person's address, so one mailbox gets few of these mails. */
async function countMailTo(service: Service, email: string): Promise<void> {
  const key = normaliseAddress(email)?.key ?? email
  const full = await countMails(service.db, service, { kind: 'sign_up', accountId: 0 }, [key])
  for (const freeAt of full.values()) {
    const retryAfterSeconds = Math.ceil((freeAt - service.clock.now()) / 1000)
    throw new Failure('rate_limited', { retryAfterSeconds })
  }
}

interface NewUser {
  id: number
  email: string
  username: string
  language: Language
}

async function mailLink(
  tx: Executor,
  { secrets, settings, clock }: Service,
  { id, email, username, language }: NewUser,
): Promise<void> {
  const { subject, text } = messages[language].mails.signUp
  const now = clock.now()
  const link = settings.publicUrl + signupPath(signupToken(id, now, secrets.mac))
  const values = { username: plainName(username), link, hours: confirmWithinMs / hourMs }
  await queueMessage(tx, {
    accountId: null,
    kind: 'sign_up',
    to: email,
    subject: fill(subject, values),
    text: fill(text, values),
    now,
  })
}

/** Finds the account of a confirmation link, if it is still unconfirmed. */
export async function findSignup(db: Executor, { secrets, clock }: Service, token: string) {
  const id = readSignupToken(token, secrets.mac, clock.now())
  return id === undefined ? undefined : findUnconfirmed(db, id)
}

/**
 * Activates an account, with limits taken from the first account if it has enough left. Returns the
 * user name.
 */
export async function confirmSignup(
  tx: Executor,
  service: Service,
  token: string,
): Promise<string | undefined> {
  await lockTree(tx)
  const account = await findSignup(tx, service, token)
  if (!account) return undefined
  const now = service.clock.now()
  const first = await findFirstAccount(tx)
  if (await takeShare(tx, first.id, trialLimits, now))
    await setLimits(tx, account.id, trialLimits, now)
  await updateAccount(tx, account.id, { status: 'active' }, now)
  return account.username
}
