/** Returns the token, or a URL that ends with one, with one character changed near its end. */
export const forge = (token: string): string =>
  token.slice(0, -2) + (token.at(-2) === 'A' ? 'B' : 'A') + token.slice(-1)
