import { crc32 } from 'node:zlib'
import { randomInteger } from '../ids.ts'

/**
 * An API key is `rmt_`, 32 random characters and a checksum. The fixed beginning lets secret scanners
 * find leaked keys, and the checksum tells a key from similar text without a query.
 */
const beginning = 'rmt_'
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** 190 bits. */
const randomLength = 32
/** Enough for 32 bits. */
const checksumLength = 6
/** What is shown of a key. It has 35 bits, and the other 155 cannot be guessed. */
const shownLength = beginning.length + 6

const pattern = new RegExp(`^${beginning}[0-9A-Za-z]{${randomLength + checksumLength}}$`)

export function createApiKey(): string {
  const random = Array.from({ length: randomLength }, () =>
    alphabet.charAt(randomInteger(0, alphabet.length)),
  )
  const body = beginning + random.join('')
  return body + checksumOf(body)
}

/** Whether a token claims to be an API key. */
export const looksLikeApiKey = (token: string): boolean => token.startsWith(beginning)

/** Whether a text is a complete API key, as far as its checksum shows. */
export const isApiKey = (token: string): boolean =>
  pattern.test(token) &&
  checksumOf(token.slice(0, -checksumLength)) === token.slice(-checksumLength)

const anywhere = new RegExp(`${beginning}[0-9A-Za-z]{${randomLength + checksumLength}}`, 'g')

/** Replaces every API key in a text. */
export const hideApiKeys = (text: string, mask: string): string => text.replace(anywhere, mask)

export const shownPartOf = (key: string): string => key.slice(0, shownLength)

/** CRC-32 in base 62. */
function checksumOf(body: string): string {
  let rest = crc32(body)
  let digits = ''
  for (let place = 0; place < checksumLength; place++) {
    digits = alphabet.charAt(rest % alphabet.length) + digits
    rest = Math.floor(rest / alphabet.length)
  }
  return digits
}
