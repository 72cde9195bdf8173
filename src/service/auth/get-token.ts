import type { contract } from '../../contract/index.ts'
import { isOn } from '../../contract/shapes/wire.ts'
import { Failure } from '../../core/failure.ts'
import { newUuid } from '../../core/ids.ts'
import { networkOf } from '../../core/network.ts'
import { hourMs } from '../../core/time.ts'
import type { Handler } from '../handler.ts'
import type { Service } from '../service.ts'
import { createFailedLoginCount } from './failed-logins.ts'
import { createLoginLimit } from './login-limit.ts'
import { isPassword } from './password.ts'
import { findAccountByUsername, insertSession } from './store.ts'
import { signToken } from './token.ts'

const sessionMs = 24 * hourMs
/** The maximum of the specification. */
const rememberedMs = 365 * 24 * hourMs

export function getToken(service: Service): Handler<typeof contract.auth.getToken> {
  const { db, clock, secrets } = service
  const limitLogins = createLoginLimit(service)
  const countFailure = createFailedLoginCount(service)

  return async ({ username, pass, rememberMe }, { ip }) => {
    const attempt = await limitLogins({ username, ip }).catch((error: unknown) => {
      // Any other error is not a wrong password: the database is away, for example.
      if (error instanceof Failure) countFailure()
      throw error
    })
    const account = await findAccountByUsername(db, username)
    const turn = { requester: `network ${networkOf(ip)}`, isLogin: true }
    if (!(await isPassword(pass, account?.pass_hash, turn)) || !account) {
      countFailure()
      throw new Failure('bad_credentials')
    }
    if (account.status === 'unconfirmed') throw new Failure('not_confirmed')
    if (account.status !== 'active') throw new Failure('suspended')
    await attempt.succeed(account.id)
    const now = clock.now()
    const remembered = isOn(rememberMe)
    const expiresAt = now + (remembered ? rememberedMs : sessionMs)
    const jti = newUuid()
    await insertSession(db, {
      jti,
      account_id: account.id,
      actor_id: null,
      remembered: remembered ? 1 : 0,
      created_at: now,
      expires_at: expiresAt,
      revoked_at: null,
    })
    const token = await signToken(secrets.jwt, {
      account: account.id,
      jti,
      issuedAt: now,
      expiresAt,
    })
    return { token, expires_at: new Date(Math.floor(expiresAt / 1000) * 1000).toISOString() }
  }
}
