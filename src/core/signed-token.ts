import { createHmac, timingSafeEqual } from 'node:crypto'
import { Failure } from './failure.ts'

/** What a token is for. It is signed but not carried: a token for one never verifies for another. */
export type TokenPurpose =
  | 'open'
  | 'click'
  | 'conversion'
  | 'web_version'
  | 'return_path'
  | 'opt_in'
  | 'unsubscribe'
  | 'sign_up'
  | 'relay_hook'

export interface TokenKey {
  id: number
  secret: Buffer
}

/** The first key signs; the others still verify what they signed before the rotation. */
export type TokenKeys = readonly [TokenKey, ...TokenKey[]]

/** `hex` is for an address's local part, which some relays fold to lower case. */
export type TokenEncoding = 'base64url' | 'hex'

const version = 1

/** 96 bits: a guess can only be tried by asking us, and in hex it has to fit a local part of 64. */
const macBytes = 12

/** Far above any token of ours; nobody makes us decode a megabyte. */
const maxTextLength = 256

/** `fields` are integers ≥ 0: ids, or a time in seconds. What they mean is the purpose's affair. */
export function signToken(
  purpose: TokenPurpose,
  fields: readonly number[],
  keys: TokenKeys,
  encoding: TokenEncoding = 'base64url',
): string {
  const [key] = keys
  const bytes = [version]
  for (const value of [key.id, ...fields]) appendVarint(bytes, value)
  const body = Buffer.from(bytes)
  return Buffer.concat([body, mac(purpose, body, key)]).toString(encoding)
}

/** The fields, or undefined for what none of the keys signed for this purpose. */
export function verifyToken(
  purpose: TokenPurpose,
  text: string,
  keys: TokenKeys,
  encoding: TokenEncoding = 'base64url',
): number[] | undefined {
  const bytes = decode(text, encoding)
  if (bytes === undefined || bytes.length <= macBytes || bytes[0] !== version) return undefined
  const body = bytes.subarray(0, -macBytes)
  const [keyId, ...fields] = readVarints(body.subarray(1))
  const key = keys.find(({ id }) => id === keyId)
  if (key === undefined) return undefined
  return timingSafeEqual(mac(purpose, body, key), bytes.subarray(-macBytes)) ? fields : undefined
}

function mac(purpose: TokenPurpose, body: Buffer, key: TokenKey): Buffer {
  const hmac = createHmac('sha256', key.secret).update(`${purpose}\0`).update(body)
  return hmac.digest().subarray(0, macBytes)
}

/** Node decodes what is only nearly base64url; one token must have one spelling. */
function decode(text: string, encoding: TokenEncoding): Buffer | undefined {
  if (text.length > maxTextLength) return undefined
  const spelling = encoding === 'hex' ? text.toLowerCase() : text
  const bytes = Buffer.from(spelling, encoding)
  return bytes.toString(encoding) === spelling ? bytes : undefined
}

/** LEB128 by division, since bit operators end at 32 bits and ids go to 2^53. */
function appendVarint(bytes: number[], value: number): void {
  if (!Number.isSafeInteger(value) || value < 0)
    throw new Failure('internal', { values: { value } })
  let rest = value
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128)
  bytes.push(rest)
}

function readVarints(bytes: Buffer): number[] {
  const values: number[] = []
  let value = 0
  let unit = 1
  for (const byte of bytes) {
    value += (byte % 128) * unit
    unit *= 128
    if (byte >= 128) continue
    values.push(value)
    value = 0
    unit = 1
  }
  return values
}
