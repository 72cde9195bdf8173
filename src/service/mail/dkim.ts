import { createHash, type KeyObject, sign } from 'node:crypto'
import { promisify } from 'node:util'
import type { DkimKey } from '../keys/dkim-keys.ts'
import type { SigningKind } from '../keys/signing-keys.ts'
import { type BodyChunk, canonicalBytes, withSingleFinalLineBreak } from './body-chunk.ts'
import type { ScratchBuffer } from './scratch-buffer.ts'

/** A private key of the installation, with its selector. */
export interface Signer {
  kind: SigningKind
  selector: string
  privateKey: KeyObject
  publicKey: string
}

/** The header lines and the body of a message. */
export interface Draft {
  head: string
  body: readonly BodyChunk[]
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

const signInPool = promisify(sign)

const suffixes: Record<SigningKind, string> = { rsa: '', ed25519: '-ed' }

/**
 * Returns the signers of a selector. The RSA key uses the selector itself, the Ed25519 key a
 * suffixed one.
 */
export const signersOf = (keys: readonly DkimKey[], selector: string): Signer[] =>
  keys
    .filter((key) => key.selector === selector)
    .map((key) => ({ ...key, selector: selector + suffixes[key.kind] }))

/** Returns the current selector, the ones prepared to follow it, and the former ones. */
export function selectorsOf(keys: readonly DkimKey[], current: string) {
  const all = [...new Set(keys.map(({ selector }) => selector))]
  const at = all.indexOf(current)
  return { current, next: all.slice(at + 1), former: all.slice(0, Math.max(at, 0)).reverse() }
}

/** Returns the DNS name of the key record of a signer. */
export const keyName = (selector: string, domain: string): string =>
  `${selector}._domainkey.${domain}`

/** Returns the content of that record. */
export const keyRecord = ({ kind, publicKey }: Pick<Signer, 'kind' | 'publicKey'>): string =>
  `v=DKIM1; k=${kind}; p=${publicKey}`

/**
 * Returns the DKIM-Signature headers (RFC 6376) of a message, one per signer, in relaxed/relaxed
 * canonicalisation. Signatures are computed in the thread pool. `buffer` may be reused afterwards.
 */
export async function signDraft(
  { head, body }: Draft,
  signers: readonly Signer[],
  { domain, now, buffer }: { domain: string; now: number; buffer: ScratchBuffer },
): Promise<string> {
  const bodyHash = hashBody(body, buffer)
  const fields = fieldsOf(head)
  const names = namesToSign(fields)
  const signed = canonicalHead(fields, names)
  const signatures = signers.map(async (signer) => {
    const unsigned =
      `DKIM-Signature: v=1; a=${algorithms[signer.kind]}; c=relaxed/relaxed;\r\n` +
      ` d=${domain}; s=${signer.selector}; t=${Math.floor(now / 1000)};\r\n` +
      ` h=${names.join(':\r\n  ')};\r\n bh=${bodyHash};\r\n b=`
    const text = Buffer.from(signed + relaxField(unsigned))
    const signature = (await signText(text, signer)).toString('base64')
    return `${unsigned}${signature.match(foldedAt)?.join('\r\n  ')}\r\n`
  })
  return (await Promise.all(signatures)).join('')
}

// RFC 8463 3: Ed25519 signs the SHA-256 hash.
const signText = (text: Buffer, { kind, privateKey }: Signer): Promise<Buffer> =>
  kind === 'rsa'
    ? signInPool('sha256', text, privateKey)
    : signInPool(null, createHash('sha256').update(text).digest(), privateKey)

function hashBody(body: readonly BodyChunk[], buffer: ScratchBuffer): string {
  const whole = withSingleFinalLineBreak(buffer.concat(body.map(canonicalBytes)))
  return createHash('sha256').update(whole).digest('base64')
}

/** Returns name and line of each header, in order. */
const fieldsOf = (head: string): [name: string, line: string][] =>
  head
    .split(/\r\n(?![ \t])/)
    .filter((line) => line !== '')
    .map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line])

/**
 * Lists each header once more than it occurs: a header that is added later then breaks the
 * signature (RFC 6376 8.15).
 */
const namesToSign = (fields: readonly [name: string, line: string][]): string[] =>
  signedFields.flatMap((name) => [
    ...fields.filter(([found]) => found === name).map(() => name),
    name,
  ])

/** Headers of the same name are signed last to first. */
function canonicalHead(fields: readonly [string, string][], names: readonly string[]): string {
  const left = [...fields]
  let text = ''
  for (const name of names) {
    const at = left.findLastIndex(([found]) => found === name)
    const [field] = at === -1 ? [] : left.splice(at, 1)
    if (field) text += `${relaxField(field[1])}\r\n`
  }
  return text
}

/** Relaxed header canonicalisation (RFC 6376 3.4.2), without the final CRLF. */
function relaxField(line: string): string {
  const at = line.indexOf(':')
  const value = line
    .slice(at + 1)
    .replace(/[ \t\r\n]+/g, ' ')
    .trim()
  return `${line.slice(0, at).trimEnd().toLowerCase()}:${value}`
}
