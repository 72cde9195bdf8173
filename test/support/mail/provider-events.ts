import { sign } from 'node:crypto'
import type { Identity } from './certificates.ts'

interface SesBounce {
  source?: string
  headers?: readonly { name: string; value: string }[]
  type?: string
  recipient?: object
}

const sesMail = (source: string, headers: SesBounce['headers']) => ({
  timestamp: '2026-11-20T09:00:00.000Z',
  source,
  sourceArn: 'arn:aws:ses:eu-west-1:123456789012:identity/tienda.example',
  sourceIp: '192.0.2.17',
  sendingAccountId: '123456789012',
  messageId: '0102018c0a1b2c3d-11112222-3333-4444-5555-666677778888-000000',
  destination: ['ana@correo.example'],
  ...(headers && { headersTruncated: false, headers, commonHeaders: { subject: 'Rebajas' } }),
})

const notFound = {
  emailAddress: 'ana@correo.example',
  action: 'failed',
  status: '5.1.1',
  diagnosticCode: 'smtp; 550 5.1.1 <ana@correo.example>: User unknown',
}

/** The examples in this file are from each relay's documentation, with our own messages filled in. */
export const sesBounce = ({ source = '', headers, type, recipient }: SesBounce) => ({
  notificationType: 'Bounce',
  bounce: {
    feedbackId: '0102018c0a1b2c3d-99998888-7777-6666-5555-444433332222-000000',
    bounceType: type ?? 'Permanent',
    bounceSubType: 'General',
    bouncedRecipients: [recipient ?? notFound],
    timestamp: '2026-11-20T09:00:02.000Z',
    remoteMtaIp: '198.51.100.9',
    reportingMTA: 'dns; a5-14.smtp-out.eu-west-1.amazonses.com',
  },
  mail: sesMail(source, headers),
})

export const sesComplaint = (source: string, type?: string) => ({
  notificationType: 'Complaint',
  complaint: {
    feedbackId: '0102018c0a1b2c3d-aaaabbbb-cccc-dddd-eeee-ffff00001111-000000',
    complaintSubType: null,
    complainedRecipients: [{ emailAddress: 'ana@correo.example' }],
    timestamp: '2026-11-20T10:00:00.000Z',
    userAgent: 'Amazon SES Mailbox Simulator',
    ...(type !== undefined && { complaintFeedbackType: type }),
  },
  mail: sesMail(source, undefined),
})

export const certificateUrl =
  'https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-0123456789abcdef.pem'

/** The hash function of each signature version. */
const snsHashes = { 1: 'sha1', 2: 'sha256' }
export type SnsVersion = keyof typeof snsHashes

/** Wraps and signs a message as SNS does. `changed` is applied after signing. */
export function snsNotification(
  message: unknown,
  identity: Identity,
  changed: object = {},
  version: SnsVersion = 2,
) {
  const fields = {
    Type: 'Notification',
    MessageId: '22b80b92-fdea-4c2c-8f9d-bdfb0c7bf324',
    TopicArn: 'arn:aws:sns:eu-west-1:123456789012:rebotes',
    Message: JSON.stringify(message),
    Timestamp: '2026-11-20T09:00:03.123Z',
  }
  const order = ['Message', 'MessageId', 'Timestamp', 'TopicArn', 'Type'] as const
  const signed = order.map((name) => `${name}\n${fields[name]}\n`).join('')
  return { ...fields, ...signature(signed, identity, version), ...changed }
}

export function snsConfirmation(identity: Identity, subscribeUrl: string, version: SnsVersion = 2) {
  const fields = {
    Type: 'SubscriptionConfirmation',
    MessageId: '165545c9-2a5c-472c-8df2-7ff2be2b3b1b',
    Token: '2336412f37fb687f5d51e6e2425e90ce',
    TopicArn: 'arn:aws:sns:eu-west-1:123456789012:rebotes',
    Message: 'You have chosen to subscribe to the topic.',
    SubscribeURL: subscribeUrl,
    Timestamp: '2026-11-20T08:00:00.000Z',
  }
  const order = [
    ...(['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn'] as const),
    'Type' as const,
  ]
  const signed = order.map((name) => `${name}\n${fields[name]}\n`).join('')
  return { ...fields, ...signature(signed, identity, version) }
}

const signature = (signed: string, { key }: Identity, version: SnsVersion) => ({
  SignatureVersion: String(version),
  Signature: sign(snsHashes[version], Buffer.from(signed), key).toString('base64'),
  SigningCertURL: certificateUrl,
  UnsubscribeURL: 'https://sns.eu-west-1.amazonaws.com/?Action=Unsubscribe',
})

export const sendgridEvent = (event: string, more: object = {}) => ({
  email: 'ana@correo.example',
  timestamp: 1_795_165_200,
  event,
  sg_event_id: 'ZGVmZXJyZWQtMC0xMjM0NTY3OC1hYmNkZWZnaC0w',
  sg_message_id: 'abcdefghijklmnop.filter0001.16648.5515E0B88.0',
  category: [],
  ...more,
})

export const postmarkBounce = (type: string, more: object = {}) => ({
  RecordType: 'Bounce',
  MessageStream: 'broadcast',
  ID: 4_323_372_036_854_775,
  Type: type,
  TypeCode: 1,
  Name: 'Hard bounce',
  Tag: '',
  MessageID: '883953f4-6105-42a2-a16a-77a8eac79483',
  ServerID: 23,
  Description: 'The server was unable to deliver your message (ex: unknown user).',
  Details: 'smtp;550 5.1.1 The email account that you tried to reach does not exist.',
  Email: 'ana@correo.example',
  From: 'hola@tienda.example',
  BouncedAt: '2026-11-20T09:00:05Z',
  DumpAvailable: true,
  Inactive: true,
  CanActivate: true,
  Subject: 'Rebajas',
  Metadata: {},
  ...more,
})
