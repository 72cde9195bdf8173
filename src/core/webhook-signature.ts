import { createHmac, timingSafeEqual } from 'node:crypto'
import { Failure } from './failure.ts'

/** The signed content of a webhook (Standard Webhooks, version 1). */
interface SignedContent {
  id: string
  /** Seconds since the epoch. */
  timestamp: number
  body: string | Uint8Array
}

type SignatureFault =
  | 'headers_missing'
  | 'timestamp_unreadable'
  | 'too_old'
  | 'too_new'
  | 'no_match'

type SignatureCheck = { ok: true } | { ok: false; reason: SignatureFault }

/** Header names in lower case, as Node has them. */
type Headers = Readonly<Record<string, string | readonly string[] | undefined>>

interface Received {
  headers: Headers
  /** The original bytes. Parsing and serializing JSON would change them. */
  body: string | Uint8Array
  /** During a rotation the previous secret is valid too. */
  secrets: readonly string[]
  /** Milliseconds since the epoch. */
  now: number
  /**
   * The maximum age of the timestamp in either direction, so that an intercepted request cannot be
   * replayed later.
   */
  toleranceSeconds?: number
}

export const isWebhookSecret = (text: string): boolean => keyOf(text) !== undefined

/** Returns the value of the `webhook-signature` header. */
export function signWebhook(content: SignedContent & { secret: string }): string {
  const { id, timestamp, body, secret } = content
  return signatureOf({ id, timestamp: String(timestamp), body }, secret)
}

/** Accepts any signature that was made with any of the secrets. */
export function verifyWebhook({
  headers,
  body,
  secrets,
  now,
  toleranceSeconds = 300,
}: Received): SignatureCheck {
  const id = headers['webhook-id']
  const timestamp = headers['webhook-timestamp']
  const signature = headers['webhook-signature']
  if (!isPresent(id) || !isPresent(timestamp) || !isPresent(signature))
    return wrong('headers_missing')
  if (!/^\d{1,12}$/.test(timestamp)) return wrong('timestamp_unreadable')
  const age = now / 1000 - Number(timestamp)
  if (age > toleranceSeconds) return wrong('too_old')
  if (-age > toleranceSeconds) return wrong('too_new')
  const expected = secrets.map((secret) => signatureOf({ id, timestamp, body }, secret))
  return hasMatch(signature.split(' '), expected) ? { ok: true } : wrong('no_match')
}

const isPresent = (value: Headers[string]): value is string =>
  typeof value === 'string' && value !== ''

const wrong = (reason: SignatureFault): SignatureCheck => ({ ok: false, reason })

/** Compares every pair completely, so that the duration reveals nothing about a guess. */
function hasMatch(given: readonly string[], expected: readonly string[]): boolean {
  const pairs = expected.flatMap((a) => given.map((b) => isSame(a, b)))
  return pairs.includes(true)
}

function isSame(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)]
  return a.length === b.length && timingSafeEqual(a, b)
}

function signatureOf(
  { id, timestamp, body }: { id: string; timestamp: string; body: string | Uint8Array },
  secret: string,
): string {
  const key = keyOf(secret)
  if (!key) throw new Failure('internal')
  const hmac = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body)
  return `v1,${hmac.digest('base64')}`
}

/**
 * Accepts only canonical base64: Node also decodes text that is almost base64, so a secret with a
 * missing letter would become another key.
 */
function keyOf(secret: string): Buffer | undefined {
  const text = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret)?.[1]
  if (text === undefined) return undefined
  const key = Buffer.from(text, 'base64')
  return key.toString('base64') === text ? key : undefined
}
