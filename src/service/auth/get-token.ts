import type { contract } from '../../contract/index.ts'
import { isOn } from '../../contract/shapes/wire.ts'
import { Failure } from '../../core/failure.ts'
import { newUuid } from '../../core/ids.ts'
import { networkOf } from '../../core/network.ts'
import { clearCounter } from '../database/counter.ts'
import type { Handler } from '../handler.ts'
import { longestWaitMs } from '../http/limits.ts'
import type { Service } from '../service.ts'
import { isPassword } from './password.ts'
import { findAccountByUsername, foldUsername, insertSession } from './store.ts'
import { signToken } from './token.ts'
import { createTries } from './tries.ts'

const hourMs = 3_600_000
const sessionMs = 24 * hourMs
/** The longest that the specification allows. */
const rememberedMs = 365 * 24 * hourMs

const windowMs = 15 * 60_000
const perUser = { tries: 10, windowMs }
const perIp = { tries: 100, windowMs }

/** As often as one mistypes a password. */
const freeTries = 3

/** Before a try is looked at: longer and longer. */
const waitMsOf = (tries: number): number =>
  tries <= freeTries ? 0 : Math.min(250 * 2 ** (tries - freeTries - 1), longestWaitMs)

export function getToken(service: Service): Handler<typeof contract.auth.getToken> {
  const { db, clock, secrets } = service
  const countTry = createTries(service)

  return async ({ username, pass, rememberMe }, { ip }) => {
    const network = networkOf(ip)
    await countTry(`getToken ip ${network}`, perIp)
    // With the address in the key nobody can lock another person out from elsewhere.
    const place = `getToken user ${network} ${foldUsername(username)}`
    const waitMs = waitMsOf(await countTry(place, perUser))
    if (waitMs > 0) await clock.sleep(waitMs)
    const account = await findAccountByUsername(db, username)
    if (!(await isPassword(pass, account?.pass_hash)) || !account)
      throw new Failure('bad_credentials')
    if (account.status === 'unconfirmed') throw new Failure('not_confirmed')
    if (account.status !== 'active') throw new Failure('suspended')
    await clearCounter(db, place)
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
