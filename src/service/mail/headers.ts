import { domainToASCII } from 'node:url'
import { Failure } from '../../core/failure.ts'

/** An address with an optional name, as in From, To and Reply-To. */
export interface Mailbox {
  address: string
  name?: string | undefined
}

// RFC 5322 2.1.1: a line should have at most 78 characters and must have at most 998.
const WIDE_LINE = 76
const MAX_LINE = 998

// A longer word is encoded, so that it can be folded.
const PLAIN_TEXT = /^[!-~]{1,900}(?: [!-~]{1,900})*$/

// A longer name is encoded, since a quoted one must stay on one line to keep its spaces.
const PLAIN_PHRASE = /^[A-Za-z0-9 -]{1,60}$/
const QUOTABLE_PHRASE = /^[ -~]{1,60}$/

const FIELD_NAME = /^[!-9;-~]{1,60}$/

// RFC 2047 2: an encoded word has at most 75 characters. 45 bytes are 60 in base64, plus
// `=?UTF-8?B??=`.
const ENCODED_WORD_BYTES = 45

/** Builds a header of free text, with encoded words (RFC 2047) for text beyond ASCII. */
export function textHeader(name: string, value: string): string {
  refuseBreaks(name, value)
  const text = value.trim()
  return line(name, isPlain(PLAIN_TEXT, text) ? text : encodedWords(text))
}

/** Builds a header with structured syntax, which may only be folded at spaces. */
export function structuredHeader(name: string, value: string): string {
  if (!/^[ -~]*$/.test(value)) refuseHeader(name)
  return line(name, value)
}

export function mailboxHeader(name: string, { address, name: person }: Mailbox): string {
  return line(name, withPhrase(name, person, asciiDomain(address, name)))
}

/** Returns `Name <what>` or `<what>`, as in mailboxes and List-Id. */
export function withPhrase(header: string, phrase: string | undefined, what: string): string {
  refuseBreaks(header, phrase ?? '')
  refuseBreaks(header, what)
  const text = phrase?.trim() ?? ''
  return text === '' ? `<${what}>` : `${encodePhrase(text)} <${what}>`
}

/**
 * Converts the domain of an address to ASCII, so that any relay accepts it. A local part beyond
 * ASCII stays, and needs SMTPUTF8.
 */
function asciiDomain(address: string, header = 'address'): string {
  const at = address.lastIndexOf('@')
  if (at < 1 || /[\u0000-\u001f\u007f<>]/.test(address)) refuseHeader(header)
  const domain = address.slice(at + 1)
  if (domain !== '' && isAscii(domain)) return address
  const ascii = domainToASCII(domain)
  if (ascii === '') refuseHeader(header)
  return `${address.slice(0, at)}@${ascii}`
}

/** Returns the domain in ASCII and lower case, as in DNS. */
export function domainOf(address: string): string {
  const ascii = asciiDomain(address)
  return ascii.slice(ascii.lastIndexOf('@') + 1).toLowerCase()
}

export const needsSmtpUtf8 = (address: string): boolean =>
  !isAscii(address.slice(0, address.lastIndexOf('@')))

/** Returns a folded header line with its CRLF. */
export function line(name: string, value: string): string {
  if (!FIELD_NAME.test(name)) refuseHeader(name)
  if (name.length + 2 + value.length <= WIDE_LINE) return `${name}: ${value}\r\n`
  let folded = `${name}:`
  let column = folded.length
  for (const word of value.split(' ')) {
    const fits = column + 1 + word.length <= WIDE_LINE || column === name.length + 1
    folded += fits ? ` ${word}` : `\r\n ${word}`
    column = fits ? column + 1 + word.length : 1 + word.length
    if (column > MAX_LINE) refuseHeader(name)
  }
  return `${folded}\r\n`
}

const isAscii = (text: string): boolean => /^[\u0000-\u007f]*$/.test(text)

// Receivers would decode text that looks like an encoded word.
const isPlain = (pattern: RegExp, text: string) => pattern.test(text) && !text.includes('=?')

function encodePhrase(text: string): string {
  if (isPlain(PLAIN_PHRASE, text)) return text
  if (isPlain(QUOTABLE_PHRASE, text)) return `"${text.replace(/["\\]/g, '\\$&')}"`
  return encodedWords(text)
}

// Spaces are encoded too, since receivers drop spaces between encoded words.
function encodedWords(text: string): string {
  if (text !== '' && Buffer.byteLength(text) <= ENCODED_WORD_BYTES) return encodedWord(text)
  const words: string[] = []
  let word = ''
  let bytes = 0
  for (const character of text) {
    const size = Buffer.byteLength(character)
    if (bytes + size > ENCODED_WORD_BYTES) {
      words.push(encodedWord(word))
      word = ''
      bytes = 0
    }
    word += character
    bytes += size
  }
  if (word !== '') words.push(encodedWord(word))
  return words.join(' ')
}

const encodedWord = (text: string) => `=?UTF-8?B?${Buffer.from(text).toString('base64')}?=`

function refuseBreaks(header: string, value: string): void {
  if (/[\r\n\0]/.test(value)) refuseHeader(header)
}

function refuseHeader(header: string): never {
  throw new Failure('invalid', { problems: [{ field: header, code: 'header_break' }] })
}
