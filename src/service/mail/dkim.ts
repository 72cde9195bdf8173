import { createHash, type KeyObject, sign } from 'node:crypto'
import { promisify } from 'node:util'
import type { DkimKey } from '../dkim-keys-store.ts'
import type { SigningKind } from '../signing-keys.ts'
import { canonicalOf, type Piece, withoutEmptyEnd } from './piece.ts'
import type { Space } from './space.ts'

/** One of the installation's keys, where DNS has its other half. */
export interface Signer {
  kind: SigningKind
  selector: string
  privateKey: KeyObject
  publicKey: string
}

/** A message before it is put together: its header lines, and its body after the empty line. */
export interface Draft {
  head: string
  body: readonly Piece[]
}

/** A header that a receiver shows or acts upon; each that the message has must be among the signed. */
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

// RFC 5322 2.1.1 wants lines of 78, and base64 may be folded anywhere (RFC 6376 3.5).
const foldedAt = /.{1,72}/g

const signInPool = promisify(sign)

const suffixes: Record<SigningKind, string> = { rsa: '', ed25519: '-ed' }

/** Those under one selector: the RSA key stands at it, the other beside it. */
export const signersOf = (keys: readonly DkimKey[], selector: string): Signer[] =>
  keys
    .filter((key) => key.selector === selector)
    .map((key) => ({ ...key, selector: selector + suffixes[key.kind] }))

/** The selector that signs, those that may follow it, and those that it has followed. */
export function selectorsOf(keys: readonly DkimKey[], current: string) {
  const all = [...new Set(keys.map(({ selector }) => selector))]
  const at = all.indexOf(current)
  return { current, next: all.slice(at + 1), former: all.slice(0, Math.max(at, 0)).reverse() }
}

/** Where the record of a signer stands in DNS. */
export const keyName = (selector: string, domain: string): string =>
  `${selector}._domainkey.${domain}`

/** What it says. */
export const keyRecord = ({ kind, publicKey }: Pick<Signer, 'kind' | 'publicKey'>): string =>
  `v=DKIM1; k=${kind}; p=${publicKey}`

/**
 * The DKIM-Signature lines (RFC 6376) that go in front of the message, one by each signer, relaxed
 * in both halves. Other threads compute them. `space` is free again when this returns.
 */
export async function signDraft(
  { head, body }: Draft,
  signers: readonly Signer[],
  { domain, now, space }: { domain: string; now: number; space: Space },
): Promise<string> {
  const bodyHash = hashBody(body, space)
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

// RFC 8463 3: Ed25519 signs the hash of the text.
const signText = (text: Buffer, { kind, privateKey }: Signer): Promise<Buffer> =>
  kind === 'rsa'
    ? signInPool('sha256', text, privateKey)
    : signInPool(null, createHash('sha256').update(text).digest(), privateKey)

function hashBody(body: readonly Piece[], space: Space): string {
  const whole = withoutEmptyEnd(space.join(body.map(canonicalOf)))
  return createHash('sha256').update(whole).digest('base64')
}

/** Name and line of each field, in order. */
const fieldsOf = (head: string): [name: string, line: string][] =>
  head
    .split(/\r\n(?![ \t])/)
    .filter((line) => line !== '')
    .map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line])

/**
 * Each once more than it is there: one that somebody adds, to be shown in its place, breaks the
 * signature (RFC 6376 8.15).
 */
const namesToSign = (fields: readonly [name: string, line: string][]): string[] =>
  signedFields.flatMap((name) => [
    ...fields.filter(([found]) => found === name).map(() => name),
    name,
  ])

/** Of several fields of one name the last is signed first. */
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

/** RFC 6376 3.4.2, without the line end. */
function relaxField(line: string): string {
  const at = line.indexOf(':')
  const value = line
    .slice(at + 1)
    .replace(/[ \t\r\n]+/g, ' ')
    .trim()
  return `${line.slice(0, at).trimEnd().toLowerCase()}:${value}`
}
