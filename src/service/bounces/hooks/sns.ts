import { verify, X509Certificate } from 'node:crypto'
import { parseUrl } from '../../../core/urls/parse-url.ts'
import { objectOf, textOf } from './provider-event.ts'

/** The envelope of Amazon SNS around a notification. */
export interface SnsMessage {
  type: 'Notification' | 'SubscriptionConfirmation'
  /** The content of a notification. */
  message: string
  /** Fetching this URL confirms a subscription. */
  subscribeUrl: string
  signature: Buffer
  /** Undefined for an unknown signature version. */
  algorithm: 'sha1' | 'sha256' | undefined
  version: string
  certificateUrl: string
  signed: string
}

/** The signed fields by type, in order. An absent subject is omitted. */
const signedNames = {
  Notification: ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'],
  SubscriptionConfirmation: [
    ...['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
  ],
} as const

const algorithms: Readonly<Record<string, SnsMessage['algorithm']>> = { 1: 'sha1', 2: 'sha256' }

/** Returns undefined for other types. The end of a subscription needs no action. */
export function readSns(body: unknown): SnsMessage | undefined {
  const fields = objectOf(body)
  const { Type: type } = fields
  const version = textOf(fields.SignatureVersion)
  if (type !== 'Notification' && type !== 'SubscriptionConfirmation') return undefined
  return {
    type,
    message: textOf(fields.Message),
    subscribeUrl: textOf(fields.SubscribeURL),
    signature: Buffer.from(textOf(fields.Signature), 'base64'),
    algorithm: algorithms[version],
    version,
    certificateUrl: textOf(fields.SigningCertURL),
    signed: signedNames[type]
      .filter((name) => typeof fields[name] === 'string')
      .map((name) => `${name}\n${fields[name]}\n`)
      .join(''),
  }
}

/** Whether the URL belongs to Amazon, so that a forged message cannot name its own certificate. */
export function isOfSns(url: string): boolean {
  const parsed = parseUrl(url)
  if (!parsed) return false
  const { protocol, hostname, port, username, password } = parsed
  const isPlain = port === '' && username === '' && password === ''
  return (
    protocol === 'https:' && isPlain && /^sns\.[a-z0-9-]+\.amazonaws\.com(\.cn)?$/.test(hostname)
  )
}

export function isSigned(
  { signed, signature, algorithm }: SnsMessage,
  certificate: string,
  now: number,
): boolean {
  if (!algorithm) return false
  try {
    const { publicKey, validFrom, validTo } = new X509Certificate(certificate)
    if (now < Date.parse(validFrom) || now > Date.parse(validTo)) return false
    return verify(algorithm, Buffer.from(signed), publicKey, signature)
  } catch {
    return false // not a certificate, or another kind of key
  }
}
