import { crc32 } from 'node:zlib'
import { randomInteger } from '../ids.ts'

/**
 * A secret is a fixed beginning, 32 random characters and a checksum. The beginning lets secret scanners
 * find leaked secrets, and the checksum tells a secret from similar text without a query.
 */
export const beginnings = {
  apiKey: 'rmt_',
  accessToken: 'rma_',
  refreshToken: 'rmr_',
  invite: 'rmi_',
  passwordReset: 'rmp_',
} as const

type SecretKind = keyof typeof beginnings

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** 190 bits. */
const randomLength = 32
/** Enough for 32 bits. */
const checksumLength = 6

const bodyPattern = `[0-9A-Za-z]{${randomLength + checksumLength}}`
const whole = new RegExp(`^${bodyPattern}$`)
const anywhere = new RegExp(`(?:${Object.values(beginnings).join('|')})${bodyPattern}`, 'g')

export function createSecret(kind: SecretKind): string {
  const random = Array.from({ length: randomLength }, () =>
    alphabet.charAt(randomInteger(0, alphabet.length)),
  )
  const body = beginnings[kind] + random.join('')
  return body + checksumOf(body)
}

/** Whether a text claims to be a secret of this kind. */
export const looksLike = (kind: SecretKind, text: string): boolean =>
  text.startsWith(beginnings[kind])

/** Whether a text is a complete secret of this kind, as far as its checksum shows. */
export const isSecret = (kind: SecretKind, text: string): boolean =>
  looksLike(kind, text) &&
  whole.test(text.slice(beginnings[kind].length)) &&
  checksumOf(text.slice(0, -checksumLength)) === text.slice(-checksumLength)

/** Replaces every secret in a text. */
export const hideSecrets = (text: string, mask: string): string => text.replace(anywhere, mask)

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
