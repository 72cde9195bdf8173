import { Failure } from '../../core/failure.ts'
import { networkOf } from '../../core/network.ts'
import type { Service } from '../service.ts'
import { createFailedLoginCount } from './failed-logins.ts'
import { logRefusal } from './log-refusal.ts'
import { createLoginLimit } from './login-limit.ts'
import { isPassword } from './password.ts'
import { findAccountByUsername } from './store.ts'

interface Login {
  username: string
  pass: string
  ip: string
}

/**
 * Returns a function that checks a username and a password, with the limits against guessing, and returns
 * the account. It throws bad_credentials, not_confirmed, suspended or rate_limited.
 */
export function createLogin(
  service: Pick<Service, 'db' | 'clock' | 'secrets' | 'log' | 'metrics'>,
) {
  const { db } = service
  const limitLogins = createLoginLimit(service)
  const failures = createFailedLoginCount(service)

  return async ({ username, pass, ip }: Login) => {
    const attempt = await limitLogins({ username, ip }).catch((error: unknown) => {
      // Any other error is not a wrong password: the database is away, for example.
      if (error instanceof Failure) failures.countRefused()
      throw error
    })
    const account = await findAccountByUsername(db, username)
    const turn = { requester: `network ${networkOf(ip)}`, isLogin: true }
    if (!(await isPassword(pass, account?.pass_hash, turn)) || !account) {
      await failures.countWrong()
      await logRefusal(service, { accountId: account?.id ?? 0, username, ip })
      throw new Failure('bad_credentials')
    }
    if (account.status === 'unconfirmed') throw new Failure('not_confirmed')
    if (account.status !== 'active') throw new Failure('suspended')
    await attempt.succeed(account.id)
    return account
  }
}
