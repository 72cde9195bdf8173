import type { contract } from '../../contract/index.ts'
import { isOn } from '../../contract/shapes/wire.ts'
import { newUuid } from '../../core/ids.ts'
import { hourMs } from '../../core/time.ts'
import type { Handler } from '../handler.ts'
import type { Service } from '../service.ts'
import { createLogin } from './login.ts'
import { insertSession } from './store.ts'
import { signToken } from './token.ts'

const sessionMs = 24 * hourMs
/** The maximum of the specification. */
const rememberedMs = 365 * 24 * hourMs

export function getToken(service: Service): Handler<typeof contract.auth.getToken> {
  const { db, clock, secrets } = service
  const logIn = createLogin(service)

  return async ({ username, pass, rememberMe }, { ip }) => {
    const account = await logIn({ username, pass, ip })
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
