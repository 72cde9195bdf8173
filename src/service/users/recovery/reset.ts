import type { contract } from '../../../contract/index.ts'
import { Failure } from '../../../core/failure.ts'
import { networkOf } from '../../../core/network.ts'
import { hourMs } from '../../../core/time.ts'
import { hashOfKey } from '../../auth/api-keys/hash.ts'
import { countAttempt } from '../../auth/attempt-limit.ts'
import { insertAction } from '../../auth/audit-store.ts'
import { hashPassword } from '../../auth/password.ts'
import { revokeSessions } from '../../auth/store.ts'
import type { Executor } from '../../database/dialect.ts'
import type { Handler } from '../../handler.ts'
import type { Service } from '../../service.ts'
import { updateAccount } from '../store.ts'
import { findReset, takeReset } from './store.ts'

/** Nobody guesses a code. This keeps hashing from being used up. */
const perNetwork = { attempts: 30, windowMs: hourMs }

interface NewPassword {
  code: string
  pass: string
  ip: string
}

/** Runs a transaction of a request, from the API or a page. */
export type Transact = <T>(work: (tx: Executor) => Promise<T>) => Promise<T>

/** Returns the active account of a code that can still be used. */
export const findByCode = ({ db, clock }: Pick<Service, 'db' | 'clock'>, code: string) =>
  findReset(db, hashOfKey(code), clock.now())

/**
 * Sets a new password by a code that was mailed, and ends all sessions of the account. API keys stay valid:
 * programs use them, and `revokeSessions` can end them. Returns the user name.
 */
export async function setNewPassword(
  service: Pick<Service, 'db' | 'clock'>,
  { code, pass, ip }: NewPassword,
  transact: Transact,
): Promise<string> {
  const { clock } = service
  await countAttempt(service, `reset ip ${networkOf(ip)}`, perNetwork)
  const account = await findByCode(service, code)
  if (!account) throw new Failure('reset_refused')
  const { id: accountId, username } = account
  const passHash = await hashPassword(pass, { requester: `network ${networkOf(ip)}` })
  await transact(async (tx) => {
    const now = clock.now()
    if (!(await takeReset(tx, { accountId, hash: hashOfKey(code) }, now)))
      throw new Failure('reset_refused')
    await updateAccount(tx, accountId, { pass_hash: passHash }, now)
    await revokeSessions(tx, accountId, { now })
    const act = 'POST /auth/resetPassword'
    await insertAction(tx, {
      ...{ account_id: accountId, actor_id: accountId, act, path: '/auth/resetPassword' },
      ...{ ip, at: now },
    })
    return {}
  })
  return username
}

export const reset =
  (service: Service): Handler<typeof contract.recovery.reset> =>
  async ({ code, pass }, { ip, transact }) => {
    await setNewPassword(service, { code, pass, ip }, transact)
    return { ok: true }
  }
