import { createHmac, timingSafeEqual } from 'node:crypto'
import { Failure } from './failure.ts'

/** How a webhook is signed: Standard Webhooks, version 1. */
interface SignedContent {
  id: string
  /** Seconds since the epoch. */
  timestamp: number
  body: string | Uint8Array
}

export type SignatureFault =
  | 'headers_missing'
  | 'timestamp_unreadable'
  | 'too_old'
  | 'too_new'
  | 'no_match'

export type SignatureCheck = { ok: true } | { ok: false; reason: SignatureFault }

/** As Node has them: names in lower case. */
type Headers = Readonly<Record<string, string | readonly string[] | undefined>>

interface Received {
  headers: Headers
  /** The bytes as they came: JSON that was read and written again is another body. */
  body: string | Uint8Array
  /** During a rotation the old one is still good. */
  secrets: readonly string[]
  /** Milliseconds since the epoch. */
  now: number
  /** How far its time may lie from ours; a request caught on its way can't be used again later. */
  toleranceSeconds?: number
}

export const isWebhookSecret = (text: string): boolean => keyOf(text) !== undefined

/** The value of `webhook-signature`. */
export function signWebhook(content: SignedContent & { secret: string }): string {
  const { id, timestamp, body, secret } = content
  return signatureOf({ id, timestamp: String(timestamp), body }, secret)
}

/** Any signature made with any of the secrets will do. */
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
  if (!isSaid(id) || !isSaid(timestamp) || !isSaid(signature)) return wrong('headers_missing')
  if (!/^\d{1,12}$/.test(timestamp)) return wrong('timestamp_unreadable')
  const age = now / 1000 - Number(timestamp)
  if (age > toleranceSeconds) return wrong('too_old')
  if (-age > toleranceSeconds) return wrong('too_new')
  const expected = secrets.map((secret) => signatureOf({ id, timestamp, body }, secret))
  return hasMatch(signature.split(' '), expected) ? { ok: true } : wrong('no_match')
}

const isSaid = (value: Headers[string]): value is string =>
  typeof value === 'string' && value !== ''

const wrong = (reason: SignatureFault): SignatureCheck => ({ ok: false, reason })

/** Every pair is compared, whole: the time it takes tells nothing of how near a guess came. */
function hasMatch(given: readonly string[], expected: readonly string[]): boolean {
  const pairs = expected.flatMap((one) => given.map((other) => isSame(one, other)))
  return pairs.includes(true)
}

function isSame(expected: string, given: string): boolean {
  const [one, other] = [Buffer.from(expected), Buffer.from(given)]
  return one.length === other.length && timingSafeEqual(one, other)
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

/** Node decodes what is only nearly base64; a secret that lost a letter must not become another key. */
function keyOf(secret: string): Buffer | undefined {
  const text = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret)?.[1]
  if (text === undefined) return undefined
  const key = Buffer.from(text, 'base64')
  return key.toString('base64') === text ? key : undefined
}
