/** The token or the URL that ends with one, with another character near its end. */
export const forge = (token: string): string =>
  token.slice(0, -2) + (token.at(-2) === 'A' ? 'B' : 'A') + token.slice(-1)
