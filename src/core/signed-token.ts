import { createHmac, timingSafeEqual } from 'node:crypto'
import { Failure } from './failure.ts'

/**
 * What a token is for. The purpose is signed but not part of the token: a token for one purpose never
 * verifies for another.
 */
type TokenPurpose =
  | 'open'
  | 'click'
  | 'conversion'
  | 'web_version'
  | 'return_path'
  | 'opt_in'
  | 'unsubscribe'
  | 'data_export'
  | 'data_erasure'
  | 'test_opt_out'
  | 'sign_up'
  | 'relay_hook'

interface TokenKey {
  id: number
  secret: Buffer
}

/** The first key signs. The others verify tokens that they signed before a key rotation. */
export type TokenKeys = readonly [TokenKey, ...TokenKey[]]

/** `hex` is for the local part of an address, which some relays change to lower case. */
type TokenEncoding = 'base64url' | 'hex'

const version = 1

/**
 * 96 bits. An attacker can only test a guess by sending it to the service, and in hex a token must fit
 * into the 64 characters of a local part.
 */
const macBytes = 12

/** Longer than any valid token, so that the service never decodes a megabyte. */
const maxTextLength = 512

/** Signs integers ≥ 0: ids, or a time in seconds. The purpose defines what they mean. */
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

/** Returns the signed fields; undefined when none of the keys signed the text for this purpose. */
export function verifyToken(
  purpose: TokenPurpose,
  text: string,
  keys: TokenKeys,
  encoding: TokenEncoding = 'base64url',
): number[] | undefined {
  const bytes = decode(text, encoding)
  if (bytes === undefined || bytes.length <= macBytes || bytes[0] !== version) return undefined
  const end = bytes.length - macBytes
  const [keyId, ...fields] = readVarints(bytes, 1, end)
  const key = keys.find(({ id }) => id === keyId)
  if (key === undefined) return undefined
  const expected = mac(purpose, bytes.subarray(0, end), key)
  return timingSafeEqual(expected, bytes.subarray(end)) ? fields : undefined
}

/** The first bytes of HMAC-SHA-256 over the purpose, a zero byte and the body. */
const mac = (purpose: TokenPurpose, body: Buffer, { secret }: TokenKey): Buffer =>
  createHmac('sha256', secret).update(`${purpose}\0`).update(body).digest().subarray(0, macBytes)

/** Accepts only the canonical encoding: Node also decodes text that is almost base64url. */
function decode(text: string, encoding: TokenEncoding): Buffer | undefined {
  if (text.length > maxTextLength) return undefined
  const canonical = encoding === 'hex' ? text.toLowerCase() : text
  const bytes = Buffer.from(canonical, encoding)
  return bytes.toString(encoding) === canonical ? bytes : undefined
}

/**
 * Writes LEB128 by division, because bit operators are limited to 32 bits and ids go up to 2^53.
 */
function appendVarint(bytes: number[], value: number): void {
  if (!Number.isSafeInteger(value) || value < 0)
    throw new Failure('internal', { values: { value } })
  let remaining = value
  for (; remaining >= 128; remaining = Math.floor(remaining / 128)) {
    bytes.push((remaining % 128) + 128)
  }
  bytes.push(remaining)
}

function readVarints(bytes: Buffer, from: number, to: number): number[] {
  const values: number[] = []
  let value = 0
  let unit = 1
  for (let index = from; index < to; index++) {
    const byte = bytes.readUInt8(index)
    value += (byte % 128) * unit
    unit *= 128
    if (byte >= 128) continue
    values.push(value)
    value = 0
    unit = 1
  }
  return values
}
