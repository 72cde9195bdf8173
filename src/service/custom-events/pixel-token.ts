import { signToken, type TokenKeys, verifyToken } from '../../core/tokens/signed-token.ts'

/** What an image may record. Without a contact, the page that shows it names one by another token. */
export interface EventPixel {
  account: number
  /** The id of the name. */
  name: number
  contact?: number | undefined
}

export const eventPixelToken = ({ account, name, contact }: EventPixel, keys: TokenKeys): string =>
  signToken('event_pixel', contact === undefined ? [account, name] : [account, name, contact], keys)

export function readEventPixelToken(text: string, keys: TokenKeys): EventPixel | undefined {
  const [account, name, contact] = verifyToken('event_pixel', text, keys) ?? []
  if (account === undefined || name === undefined) return undefined
  return { account, name, contact }
}
