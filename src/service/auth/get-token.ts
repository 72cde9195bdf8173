import type { contract } from '../../contract/index.ts'
import { isOn } from '../../contract/shapes/wire.ts'
import { Failure } from '../../core/failure.ts'
import { newUuid } from '../../core/ids.ts'
import { networkOf } from '../../core/network.ts'
import { hourMs, minuteMs } from '../../core/time.ts'
import { clearCounter } from '../database/counter.ts'
import type { Handler } from '../handler.ts'
import { maxWaitMs } from '../http/limits.ts'
import type { Service } from '../service.ts'
import { createAttemptLimit } from './attempt-limit.ts'
import { isPassword } from './password.ts'
import { findAccountByUsername, foldUsername, insertSession } from './store.ts'
import { signToken } from './token.ts'

const sessionMs = 24 * hourMs
/** The maximum of the specification. */
const rememberedMs = 365 * 24 * hourMs

const windowMs = 15 * minuteMs
const perUser = { attempts: 10, windowMs }
const perIp = { attempts: 100, windowMs }

/** A user may mistype a password a few times. */
const freeAttempts = 3

/** The delay before an attempt is checked. It doubles with each attempt. */
const waitMsOf = (attempts: number): number =>
  attempts <= freeAttempts ? 0 : Math.min(250 * 2 ** (attempts - freeAttempts - 1), maxWaitMs)

export function getToken(service: Service): Handler<typeof contract.auth.getToken> {
  const { db, clock, secrets } = service
  const countAttempt = createAttemptLimit(service)

  return async ({ username, pass, rememberMe }, { ip }) => {
    const network = networkOf(ip)
    await countAttempt(`getToken ip ${network}`, perIp)
    // The key includes the network, so that nobody can lock out a user from elsewhere.
    const userKey = `getToken user ${network} ${foldUsername(username)}`
    const waitMs = waitMsOf(await countAttempt(userKey, perUser))
    if (waitMs > 0) await clock.sleep(waitMs)
    const account = await findAccountByUsername(db, username)
    if (!(await isPassword(pass, account?.pass_hash)) || !account)
      throw new Failure('bad_credentials')
    if (account.status === 'unconfirmed') throw new Failure('not_confirmed')
    if (account.status !== 'active') throw new Failure('suspended')
    await clearCounter(db, userKey)
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
