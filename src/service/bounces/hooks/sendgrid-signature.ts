import { createPublicKey, verify } from 'node:crypto'
import type { RawRequest } from '../../http/raw-posts.ts'

const signatureHeader = 'x-twilio-email-event-webhook-signature'
const timestampHeader = 'x-twilio-email-event-webhook-timestamp'

/** Whether SendGrid signed these bytes with the key (DER in base64) from its settings. */
export function isSignedBySendgrid({ headers, body }: RawRequest, key: string): boolean {
  const signature = Buffer.from(headers[signatureHeader] ?? '', 'base64')
  const signed = Buffer.concat([Buffer.from(headers[timestampHeader] ?? ''), body])
  return signature.length > 0 && verify('sha256', signed, readKey(key), signature)
}

/** Throws unless it is an elliptic-curve key. */
function readKey(key: string) {
  const publicKey = createPublicKey({
    key: Buffer.from(key, 'base64'),
    type: 'spki',
    format: 'der',
  })
  if (publicKey.asymmetricKeyType !== 'ec') throw new Error('a key on a curve was expected')
  return publicKey
}
