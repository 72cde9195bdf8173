import { createHash, type KeyObject, sign } from 'node:crypto'
import type { SigningKind } from '../keys/signing-keys.ts'
import { hashBody } from './body-hash.ts'

/** A private key with the selector of its public half. */
export interface PrivateSigner {
  kind: SigningKind
  selector: string
  privateKey: KeyObject
}

/** A finished message without signatures. */
interface UnsignedMessage {
  /** The header lines, each with its CRLF. */
  head: string
  body: Buffer
}

/** Headers that receivers display or act on. All of them are signed. */
const signedFields = [
  'from',
  'to',
  'reply-to',
  'subject',
  'date',
  'message-id',
  'list-id',
  'list-unsubscribe',
  'list-unsubscribe-post',
  'feedback-id',
  'mime-version',
  'content-type',
  'content-transfer-encoding',
]

const algorithms: Record<SigningKind, string> = { rsa: 'rsa-sha256', ed25519: 'ed25519-sha256' }

// Lines have at most 78 characters (RFC 5322 2.1.1), and base64 may be folded anywhere (RFC 6376
// 3.5).
const foldedAt = /.{1,72}/g

/**
 * Returns the DKIM-Signature headers (RFC 6376) of a message, one per signer, in relaxed/relaxed
 * canonicalisation. `now` is in milliseconds.
 */
export function signMessage(
  { head, body }: UnsignedMessage,
  signers: readonly PrivateSigner[],
  { domain, now }: { domain: string; now: number },
): string {
  const bodyHash = hashBody(body)
  const { names, canonical } = fieldsToSign(head)
  const seconds = Math.floor(now / 1000)
  return signers
    .map((signer) => {
      const tags = [
        `v=1; a=${algorithms[signer.kind]}; c=relaxed/relaxed`,
        `d=${domain}; s=${signer.selector}; t=${seconds}`,
      ]
      const last = [`bh=${bodyHash}`, 'b=']
      const text = `${canonical}dkim-signature:${[...tags, `h=${names.join(': ')}`, ...last].join('; ')}`
      const signature = signText(Buffer.from(text), signer).toString('base64')
      const header = [...tags, `h=${names.join(':\r\n  ')}`, ...last].join(';\r\n ')
      return `DKIM-Signature: ${header}${signature.match(foldedAt)?.join('\r\n  ')}\r\n`
    })
    .join('')
}

// RFC 8463 3: Ed25519 signs the SHA-256 hash.
const signText = (text: Buffer, { kind, privateKey }: PrivateSigner): Buffer =>
  kind === 'rsa'
    ? sign('sha256', text, privateKey)
    : sign(null, createHash('sha256').update(text).digest(), privateKey)

interface SignedFields {
  /**
   * Each name once more than it occurs: a header that is added later then breaks the signature (RFC
   * 6376 8.15).
   */
  names: readonly string[]
  /** The headers in relaxed canonicalisation (RFC 6376 3.4.2), those of one name last to first. */
  canonical: string
}

function fieldsToSign(head: string): SignedFields {
  const values = new Map<string, string[]>()
  for (const line of head.split(/\r\n(?![ \t])/)) {
    const colon = line.indexOf(':')
    const name = line.slice(0, colon).trimEnd().toLowerCase()
    const others = values.get(name)
    if (others) others.unshift(line.slice(colon + 1))
    else values.set(name, [line.slice(colon + 1)])
  }
  const names: string[] = []
  let canonical = ''
  for (const name of signedFields) {
    for (const value of values.get(name) ?? []) {
      names.push(name)
      canonical += `${name}:${value.replace(/[ \t\r\n]+/g, ' ').trim()}\r\n`
    }
    names.push(name)
  }
  return { names, canonical }
}
