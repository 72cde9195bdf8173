import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import { Failure } from '../../core/failure.ts'
import type { KeyRing } from '../keys/secrets.ts'

const algorithm = 'HS256'

interface TokenClaims {
  account: number
  jti: string
  /** The impersonator (RFC 8693, 4.1). */
  actor?: number
  issuedAt: number
  expiresAt: number
}

export const signToken = (ring: KeyRing, claims: TokenClaims): Promise<string> =>
  new SignJWT(claims.actor === undefined ? {} : { act: { sub: String(claims.actor) } })
    .setProtectedHeader({ alg: algorithm, typ: 'JWT', kid: String(ring[0].id) })
    .setSubject(String(claims.account))
    .setJti(claims.jti)
    .setIssuedAt(Math.floor(claims.issuedAt / 1000))
    .setExpirationTime(Math.floor(claims.expiresAt / 1000))
    .sign(ring[0].secret)

/** Returns the session of a token. The session itself may have been revoked. */
export async function readToken(
  ring: KeyRing,
  token: string,
  now: number,
): Promise<{ jti: string }> {
  const { jti } = await verify(ring, token, now)
  if (jti === undefined) throw new Failure('unauthorized')
  return { jti }
}

async function verify(ring: KeyRing, token: string, now: number): Promise<JWTPayload> {
  try {
    const { payload } = await jwtVerify(
      token,
      ({ kid }) => {
        const key = ring.find(({ id }) => String(id) === kid)
        if (!key) throw new Failure('unauthorized')
        return key.secret
      },
      { algorithms: [algorithm], currentDate: new Date(now) },
    )
    return payload
  } catch (cause) {
    const isLate = cause instanceof errors.JWTExpired
    throw new Failure(isLate ? 'token_expired' : 'unauthorized', {}, { cause })
  }
}
