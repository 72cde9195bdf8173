import { hash, timingSafeEqual } from 'node:crypto'
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
  return Buffer.concat([body, mac(purpose, body.toString('latin1'), key)]).toString(encoding)
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
  // By places: every view of a part would cost as much as the reading.
  const end = bytes.length - macBytes
  const [keyId, ...fields] = readVarints(bytes, 1, end)
  const key = keys.find(({ id }) => id === keyId)
  if (key === undefined) return undefined
  const signed = mac(purpose, bytes.toString('latin1', 0, end), key)
  return timingSafeEqual(signed, bytes.subarray(end)) ? fields : undefined
}

/** `body` is bytes written as latin1. */
const mac = (purpose: TokenPurpose, body: string, key: TokenKey): Buffer =>
  Buffer.from(hmac(key, `${purpose}\0${body}`).slice(0, macBytes), 'latin1')

/**
 * HMAC-SHA-256 (RFC 2104) of bytes written as latin1. Every open and click is checked by it, and
 * `createHmac`, which makes a stream, takes twice the time.
 */
function hmac(key: TokenKey, text: string): string {
  const { inner, outer } = padsOf(key)
  return digest(outer + digest(inner + text))
}

const digest = (text: string): string => hash('sha256', Buffer.from(text, 'latin1'), 'binary')

const pads = new WeakMap<TokenKey, { inner: string; outer: string }>()

function padsOf(key: TokenKey) {
  const known = pads.get(key)
  if (known) return known
  const made = { inner: padded(key.secret, 0x36), outer: padded(key.secret, 0x5c) }
  pads.set(key, made)
  return made
}

/** A secret as a block of SHA-256, which is twice as long as ours are. */
function padded(secret: Buffer, pad: number): string {
  const block = Buffer.alloc(64, pad)
  for (const [at, byte] of secret.entries()) block[at] = byte ^ pad
  return block.toString('latin1')
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

function readVarints(bytes: Buffer, from: number, to: number): number[] {
  const values: number[] = []
  let value = 0
  let unit = 1
  for (let at = from; at < to; at++) {
    const byte = bytes.readUInt8(at)
    value += (byte % 128) * unit
    unit *= 128
    if (byte >= 128) continue
    values.push(value)
    value = 0
    unit = 1
  }
  return values
}
