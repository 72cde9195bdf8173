import { domainToASCII } from 'node:url'
import isEmailCommonJs from 'validator/lib/isEmail.js'

// The package's types describe an ES module, but what Node loads is the function itself.
const isEmail = isEmailCommonJs as unknown as (text: string) => boolean

/** What nearly every address looks like. The validator agrees, at a tenth of the speed. */
const plainAddress = /^[a-z\d]+(?:[._+-][a-z\d]+)*@(?:[a-z\d]+(?:-[a-z\d]+)*\.)+[a-z]{2,}$/i

/** No part of an address this short can pass its own limit (RFC 5321: 64 before the @, 63 a label). */
const shortAddress = 64

/**
 * An address a message can be sent to (RFC 5321 lengths, international ones too). In quotes the
 * validator takes line breaks: they would let an address write headers of its own.
 */
export const isAddress = (text: string): boolean =>
  (text.length <= shortAddress && plainAddress.test(text)) ||
  (isEmail(text) && !/[\x00-\x1f\x7f]/.test(text))

export interface Address {
  /** As it is sent to: trimmed, the domain lower-cased and in its ASCII form. */
  email: string
  /** As it is compared: the local part folded too, so that one person is one address. */
  key: string
  domain: string
}

/** Undefined when it is no address. */
export function normaliseAddress(text: string): Address | undefined {
  const trimmed = text.trim().normalize('NFC')
  if (!isAddress(trimmed)) return undefined
  const at = trimmed.lastIndexOf('@')
  const domain = asciiOf(trimmed.slice(at + 1))
  if (domain === '') return undefined
  const local = trimmed.slice(0, at)
  return { email: `${local}@${domain}`, key: `${local.toLowerCase()}@${domain}`, domain }
}

/** Not in an internationalised name, which may be written wrong: what `domainToASCII` does, at once. */
const plainDomain = /^(?!.*xn--)[a-z\d.-]+\.[a-z]+$/i

const asciiOf = (domain: string): string =>
  plainDomain.test(domain) ? domain.toLowerCase() : domainToASCII(domain)
