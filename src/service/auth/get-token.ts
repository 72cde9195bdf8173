import type { contract } from '../../contract/index.ts'
import { isOn } from '../../contract/shapes/wire.ts'
import { Failure } from '../../core/failure.ts'
import { newUuid } from '../../core/ids.ts'
import type { Handler } from '../handler.ts'
import type { Service } from '../service.ts'
import { isPassword } from './password.ts'
import { findAccountByUsername, foldUsername, insertSession } from './store.ts'
import { signToken } from './token.ts'
import { countTry } from './tries.ts'

const hourMs = 3_600_000
const sessionMs = 24 * hourMs
/** The longest that the specification allows. */
const rememberedMs = 365 * 24 * hourMs

const windowMs = 15 * 60_000
const perUser = { tries: 10, windowMs }
const perIp = { tries: 100, windowMs }

export const getToken =
  (service: Service): Handler<typeof contract.auth.getToken> =>
  async ({ username, pass, rememberMe }, { ip }) => {
    const { db, clock, secrets } = service
    const now = clock.now()
    await countTry(service, `getToken ip ${ip}`, perIp)
    // With the address in the key nobody can lock another person out from elsewhere.
    await countTry(service, `getToken user ${ip} ${foldUsername(username)}`, perUser)
    const account = await findAccountByUsername(db, username)
    if (!(await isPassword(pass, account?.pass_hash)) || !account)
      throw new Failure('bad_credentials')
    if (account.status === 'unconfirmed') throw new Failure('not_confirmed')
    if (account.status !== 'active') throw new Failure('suspended')
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
