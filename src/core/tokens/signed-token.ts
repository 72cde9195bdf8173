import { createHmac, timingSafeEqual } from 'node:crypto'
import { Failure } from '../failure.ts'
import {
  blockBytes,
  fitsBlock,
  type MessagePurpose,
  macsOf,
  messagePurposes,
  type TokenContent,
  type TokenEncoding,
} from './message-token.ts'

/**
 * What a token is for. The purpose is signed but not part of the token: a token for one purpose never
 * verifies for another.
 */
type TokenPurpose =
  | MessagePurpose
  | 'opt_in'
  | 'data_export'
  | 'data_erasure'
  | 'test_opt_out'
  | 'sign_up'
  | 'relay_hook'
  | 'event_pixel'

interface TokenKey {
  id: number
  secret: Buffer
  /** A key of 16 bytes that signs all tokens of a message at once, from this time on. */
  signsMessagesFrom?: number
}

/**
 * The first key signs single tokens, and the first of those for messages signs the tokens of a message.
 * The others verify tokens that they signed before a key rotation.
 */
export type TokenKeys = readonly [TokenKey, ...TokenKey[]]

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
  const body = bodyOf(key, fields)
  return Buffer.concat([body, mac(purpose, body, key)]).toString(encoding)
}

/** Where a token of a message is put together. It has at most five numbers of 8 bytes before the MAC. */
const written = Buffer.alloc(64)

/**
 * Signs the tokens of one message, of which there may be hundreds, in one step. Until the key for
 * messages is in use, each token is signed on its own.
 */
export function signTokens<const Contents extends readonly TokenContent[]>(
  contents: Contents,
  keys: TokenKeys,
  now: number,
): { [Index in keyof Contents]: string } {
  const key = keys.find(({ signsMessagesFrom: from }) => from !== undefined && from <= now)
  const macs = key && contents.every(fitsBlock) ? macsOf(contents, key.secret) : undefined
  const tokens = contents.map(({ purpose, fields, encoding = 'base64url' }, index) => {
    if (!key || !macs) return signToken(purpose, fields, keys, encoding)
    written[0] = version
    let length = writeVarint(written, 1, key.id)
    for (const value of fields) length = writeVarint(written, length, value)
    const start = index * blockBytes
    for (let at = 0; at < macBytes; at++) written[length + at] = macs[start + at] as number
    return written.toString(encoding, 0, length + macBytes)
  })
  return tokens as { [Index in keyof Contents]: string }
}

/** Returns the signed fields; undefined when none of the keys signed the text for this purpose. */
export const verifyToken = (
  purpose: TokenPurpose,
  text: string,
  keys: TokenKeys,
  encoding: TokenEncoding = 'base64url',
): number[] | undefined => verifyTokens(purpose, [text], keys, encoding)[0]

/**
 * Does the same for each of several tokens, in one step for all that a key for messages signed. One call
 * into OpenSSL takes longer than everything else that is to check.
 */
export function verifyTokens(
  purpose: TokenPurpose,
  texts: readonly string[],
  keys: TokenKeys,
  encoding: TokenEncoding = 'base64url',
): (number[] | undefined)[] {
  const tokens = texts.map((text) => readToken(text, keys, encoding))
  for (const key of keys) {
    const signed = tokens.filter((token) => token?.key === key) as ReadToken[] // by the condition
    if (signed.length > 0) addMacs(purpose, signed, key)
  }
  return tokens.map((token) =>
    token?.expected && timingSafeEqual(token.expected, token.mac) ? token.fields : undefined,
  )
}

interface ReadToken {
  key: TokenKey
  fields: number[]
  /** Everything that is signed but the purpose. */
  body: Buffer
  mac: Buffer
  /** The right MAC. Absent if there is none: the key signs no such token. */
  expected?: Buffer
}

function readToken(text: string, keys: TokenKeys, encoding: TokenEncoding): ReadToken | undefined {
  const bytes = decode(text, encoding)
  if (bytes === undefined || bytes.length <= macBytes || bytes[0] !== version) return undefined
  const end = bytes.length - macBytes
  const [keyId, ...fields] = readVarints(bytes, 1, end)
  const key = keys.find(({ id }) => id === keyId)
  return key && { key, fields, body: bytes.subarray(0, end), mac: bytes.subarray(end) }
}

function addMacs(purpose: TokenPurpose, tokens: readonly ReadToken[], key: TokenKey): void {
  if (key.signsMessagesFrom === undefined) {
    for (const token of tokens) token.expected = mac(purpose, token.body, key)
    return
  }
  if (!isMessagePurpose(purpose)) return
  // Numbers can be written in several ways, of which one is signed.
  const signable = tokens.filter(
    ({ body, fields }) => fitsBlock({ purpose, fields }) && isCanonical(body),
  )
  const macs = macsOf(
    signable.map(({ fields }) => ({ purpose, fields })),
    key.secret,
  )
  for (const [index, token] of signable.entries()) {
    const start = index * blockBytes
    token.expected = macs.subarray(start, start + macBytes)
  }
}

const isMessagePurpose = (purpose: TokenPurpose): purpose is MessagePurpose =>
  Object.hasOwn(messagePurposes, purpose)

function bodyOf(key: TokenKey, fields: readonly number[]): Buffer {
  const body = Buffer.alloc(1 + (fields.length + 1) * maxVarintBytes)
  body[0] = version
  let length = writeVarint(body, 1, key.id)
  for (const value of fields) length = writeVarint(body, length, value)
  return body.subarray(0, length)
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

/** Of 2^53, with 7 bits in a byte. */
const maxVarintBytes = 8

/**
 * Writes LEB128 and returns where it ends. By division, because bit operators are limited to 32 bits and
 * ids go up to 2^53.
 */
function writeVarint(bytes: Buffer, start: number, value: number): number {
  if (!Number.isSafeInteger(value) || value < 0)
    throw new Failure('internal', { values: { value } })
  let at = start
  let remaining = value
  for (; remaining >= 128; remaining = Math.floor(remaining / 128)) {
    bytes[at++] = (remaining % 128) + 128
  }
  bytes[at++] = remaining
  return at
}

/** Whether each number is complete and has no byte more than it needs. */
function isCanonical(bytes: Buffer): boolean {
  let before = 0
  for (const byte of bytes) {
    if (byte === 0 && before >= 128) return false
    before = byte
  }
  return before < 128
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
