/** What a JWT says of itself, unchecked: only its server can tell whether it is true. Times in ms. */
export interface TokenClaims {
  expiresAt?: number
  issuedAt?: number
  /** Whose it is. */
  subject?: string
}

/** Empty for any other kind of token: the server alone knows. */
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
    return {} // no JWT
  }
}

/** The most that a Date takes; beyond it `toISOString` throws. */
const mostSeconds = 8.64e12

const isSeconds = (value: unknown): value is number =>
  typeof value === 'number' && value >= 0 && value <= mostSeconds

/** ISO 8601, for what is stored and shown. */
export function expiryOf(token: string): string | undefined {
  const { expiresAt } = claimsOf(token)
  return expiresAt === undefined ? undefined : new Date(expiresAt).toISOString()
}
