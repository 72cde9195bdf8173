/** The claims of a JWT, not verified: only the server can do that. Times in ms. */
interface TokenClaims {
  expiresAt?: number
  issuedAt?: number
  /** The account. */
  subject?: string
}

/** Returns nothing for any other kind of token, which only its server understands. */
export function claimsOf(token: string): TokenClaims {
  const [, payload = ''] = token.split('.')
  try {
    const { exp, iat, sub } = JSON.parse(Buffer.from(payload, 'base64url').toString())
    return {
      ...(isSeconds(exp) && { expiresAt: exp * 1000 }),
      ...(isSeconds(iat) && { issuedAt: iat * 1000 }),
      ...((typeof sub === 'string' || typeof sub === 'number') && { subject: String(sub) }),
    }
  } catch {
    return {} // not a JWT
  }
}

/** The maximum of a Date, beyond which `toISOString` throws. */
const maxSeconds = 8.64e12

const isSeconds = (value: unknown): value is number =>
  typeof value === 'number' && value >= 0 && value <= maxSeconds

/** Returns the expiry as ISO 8601, for storage and display. */
export function expiryOf(token: string): string | undefined {
  const { expiresAt } = claimsOf(token)
  return expiresAt === undefined ? undefined : new Date(expiresAt).toISOString()
}
