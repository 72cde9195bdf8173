import { verify, X509Certificate } from 'node:crypto'
import { objectOf, textOf } from './told.ts'

/** What Amazon SNS wraps a notification in. */
export interface SnsMessage {
  type: 'Notification' | 'SubscriptionConfirmation'
  /** Of a notification: what was published. */
  message: string
  /** Of a confirmation: asking for it confirms. */
  subscribeUrl: string
  signature: Buffer
  /** Undefined: signed in a way that we cannot check. */
  algorithm: 'sha1' | 'sha256' | undefined
  version: string
  certificateUrl: string
  signed: string
}

/** What is signed, by type, in this order; an absent subject is left out. */
const signedNames = {
  Notification: ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'],
  SubscriptionConfirmation: [
    ...['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
  ],
} as const

const algorithms: Readonly<Record<string, SnsMessage['algorithm']>> = { 1: 'sha1', 2: 'sha256' }

/** Undefined for anything else, an end of a subscription too: nothing has to be done about that. */
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

/** Only Amazon answers there; who signs with a key of their own cannot name a place of theirs. */
export function isOfSns(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, hostname, port, username, password } = new URL(url)
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
    return false // no certificate, or a key of another kind
  }
}
