import { domainToASCII } from 'node:url'
import isEmailCommonJs from 'validator/lib/isEmail.js'

// The package's types describe an ES module, but Node loads the function itself.
const isEmail = isEmailCommonJs as unknown as (text: string) => boolean

/**
 * The form of nearly all addresses. The regular expression agrees with the validator and is ten
 * times as fast.
 */
const plainAddress = /^[a-z\d]+(?:[._+-][a-z\d]+)*@(?:[a-z\d]+(?:-[a-z\d]+)*\.)+[a-z]{2,}$/i

/**
 * Up to this length no part of an address can exceed its own limit (RFC 5321: 64 before the @, 63 a
 * label).
 */
const shortAddress = 64

/** Longer than any address (RFC 5321). The validator takes long for a text of megabytes. */
const longestAddress = 320

const isPlainAddress = (text: string): boolean =>
  text.length <= shortAddress && plainAddress.test(text)

/** Checks for an address by RFC 5321, which allows anything in quotes before the @. */
const isStandardAddress = (text: string): boolean =>
  isPlainAddress(text) ||
  // The validator accepts line breaks in quotes, which would let an address inject headers.
  (text.length <= longestAddress && isEmail(text) && !/[\x00-\x1f\x7f]/.test(text))

/**
 * Checks that a message can be sent to an address (RFC 5321 lengths, international addresses
 * included). Like browsers, it refuses a quoted local part: mail servers do not accept it, and
 * `"ana"@example.org` is another spelling of the mailbox `ana@example.org`.
 */
export const isAddress = (text: string): boolean => !text.includes('"') && isStandardAddress(text)

/** An address with spaces around it. */
const longestText = 1000

export interface Address {
  /** The form that mail is sent to: trimmed, with the domain in lower case and ASCII. */
  email: string
  /**
   * The form that is compared: the local part is in lower case too, so that one person has one
   * address.
   */
  key: string
  domain: string
}

/** Returns undefined if the text is not an address. */
export const normaliseAddress = (text: string): Address | undefined => read(text, isAddress)

/**
 * Returns an address to look up. Earlier versions stored quoted local parts, and such a contact can
 * still be found and deleted.
 */
export const storedAddress = (text: string): Address | undefined => read(text, isStandardAddress)

function read(text: string, isAccepted: (text: string) => boolean): Address | undefined {
  // Most addresses need not be trimmed and normalized, which takes as long as the rest.
  if (isPlainAddress(text)) return partsOf(text)
  if (text.length > longestText) return undefined
  const trimmed = text.trim().normalize('NFC')
  return isAccepted(trimmed) ? partsOf(trimmed) : undefined
}

function partsOf(address: string): Address | undefined {
  const separator = address.lastIndexOf('@')
  const written = address.slice(separator + 1)
  const domain = asciiOf(written)
  if (domain === '') return undefined
  const local = address.slice(0, separator)
  const lower = local.toLowerCase()
  // Most addresses are in their normal form, and no text has to be put together.
  const email = domain === written ? address : `${local}@${domain}`
  return { email, key: lower === local ? email : `${lower}@${domain}`, domain }
}

/** A domain without internationalized labels, for which `domainToASCII` only changes the case. */
const plainDomain = /^(?!.*xn--)[a-z\d.-]+\.[a-z]+$/i

const asciiOf = (domain: string): string =>
  plainDomain.test(domain) ? domain.toLowerCase() : domainToASCII(domain)
