/** When a JWT ends, by its `exp`; undefined when it does not tell or is no JWT. */
export function expiryOf(token: string): string | undefined {
  const [, payload = ''] = token.split('.')
  try {
    const { exp } = JSON.parse(Buffer.from(payload, 'base64url').toString())
    return typeof exp === 'number' ? new Date(exp * 1000).toISOString() : undefined
  } catch {
    return undefined // Any other kind of token: the server alone knows.
  }
}
