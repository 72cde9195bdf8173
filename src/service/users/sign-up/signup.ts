import type { contract } from '../../../contract/index.ts'
import { Failure, refuse } from '../../../core/failure.ts'
import type { Language } from '../../../core/language.ts'
import { networkOf } from '../../../core/network.ts'
import { plainName } from '../../../core/plain-name.ts'
import { hourMs } from '../../../core/time.ts'
import { messages } from '../../../messages/all.ts'
import { fill } from '../../../messages/fill.ts'
import { hashOfKey } from '../../auth/api-keys/hash.ts'
import { hashPassword } from '../../auth/password.ts'
import type { Executor } from '../../database/dialect.ts'
import type { Handler } from '../../handler.ts'
import { queueMessage } from '../../mail/outbox-store.ts'
import { hasOlderSender } from '../../processes/store.ts'
import type { Service } from '../../service.ts'
import { type Limits, noShare } from '../quota.ts'
import { setLimits, takeShare } from '../quota-store.ts'
import { insertAccount, updateAccount } from '../store.ts'
import { lockTree } from '../tree-store.ts'
import { takeInvite } from './invite-store.ts'
import { limitSignUp } from './sign-up-limits.ts'
import {
  deleteUnconfirmed,
  findFirstAccount,
  findNameOfMailbox,
  findUnconfirmed,
} from './signup-store.ts'
import { confirmWithinMs, readSignupToken, signupToken } from './signup-token.ts'

export const signupPath = (token: string): string => `/signup/${token}`

/** Enough to try everything out. */
const trialLimits: Limits = {
  monthly_sends: 1000,
  contacts_max: 1000,
  ai_generations: 0,
  rate_per_hour: 5000,
}

/**
 * Signs up a stranger. The account is a sandbox: its mail goes to an inbox of its own until an operator
 * releases it. An address with an account gets the same answer, and a mail that says so.
 */
export const signup =
  (service: Service): Handler<typeof contract.users.signup> =>
  async (input, { ip, language, transact }) => {
    const { clock, settings } = service
    const { email, username, pass, invite, language: requested } = input
    if (settings.signUp === 'closed') throw new Failure('sign_up_closed')
    const address = await limitSignUp(service, { email, ip })
    if (settings.signUp === 'invite' && invite === undefined) {
      refuse([{ field: 'invite', code: 'required' }])
    }
    const passHash = await hashPassword(pass, { requester: `network ${networkOf(ip)}` })
    const now = clock.now()
    const person = { email, username, language: requested ?? language }
    const answer = await transact(async (tx) => {
      await lockTree(tx)
      if (await hasOlderSender(tx)) throw new Failure('unavailable')
      await deleteUnconfirmed(tx, now - confirmWithinMs)
      const first = await findFirstAccount(tx)
      const owner = await findNameOfMailbox(tx, address.key)
      const id = await insertAccount(tx, {
        ...person,
        parentId: first.id,
        nombre: '',
        role: 'User',
        status: 'unconfirmed',
        passHash,
        timezone: first.timezone,
        // All accounts of a sandbox service share its inbox.
        ...(settings.catchesMail ? { plan: 'sandbox' } : { plan: 'free', isSandbox: true }),
        limits: { ...noShare, rate_per_hour: trialLimits.rate_per_hour },
        now,
      })
      if (
        invite !== undefined &&
        !(await takeInvite(tx, hashOfKey(invite.trim()), { usedBy: id, now }))
      ) {
        throw new Failure('invite_refused')
      }
      const isKnown = owner !== undefined && !settings.catchesMail
      await mailLink(tx, service, { ...person, id, owner: isKnown ? owner : undefined })
      return { ok: true, id }
    })
    service.wake()
    return answer
  }

interface NewUser {
  id: number
  email: string
  username: string
  language: Language
  /** The user name of the account that the mailbox has already. */
  owner: string | undefined
}

/** Without an account: it has the relay of the service as its only way, whatever the account may send. */
async function mailLink(
  tx: Executor,
  { secrets, settings, clock }: Service,
  { id, email, username, language, owner }: NewUser,
): Promise<void> {
  const { signUp, signUpAgain } = messages[language].mails
  const { subject, text } = owner === undefined ? signUp : signUpAgain
  const now = clock.now()
  const link = settings.publicUrl + signupPath(signupToken(id, now, secrets.mac))
  const values = {
    username: plainName(username),
    owner: plainName(owner ?? ''),
    link,
    hours: confirmWithinMs / hourMs,
  }
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
