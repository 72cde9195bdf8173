import { roleNames } from './role-names.ts'

/** RFC 5321, 4.5.3.1, in octets. */
const mostLocalBytes = 64
const mostDomainBytes = 255
/** A path of 256 with its angle brackets. */
const mostBytes = 254

const bytesOf = (text: string): number => Buffer.byteLength(text)

/** The atoms of RFC 5322, and letters of any script (RFC 6531), with nothing invisible among them. */
const atom = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+$/u

const label = /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/i

/**
 * Whether mail can be delivered to an address of this form. Stricter than what a contact may be added
 * with: a local part in quotes or an address in brackets keeps to the standard, but no mailbox that
 * people read is called so.
 */
export function isDeliverable(email: string): boolean {
  const { local, domain } = partsOf(email)
  if (bytesOf(local) > mostLocalBytes || bytesOf(domain) > mostDomainBytes) return false
  if (bytesOf(email) > mostBytes) return false
  const labels = domain.split('.')
  return (
    local.split('.').every((part) => atom.test(part)) &&
    labels.length > 1 &&
    labels.every((each) => label.test(each)) &&
    /\D/.test(labels.at(-1) ?? '')
  )
}

/** Whether a function reads it, not a person; what stands behind a plus does not matter. */
export function isRole(emailKey: string): boolean {
  const [name = ''] = partsOf(emailKey).local.split('+')
  return roleNames.has(name)
}

function partsOf(email: string): { local: string; domain: string } {
  const at = email.lastIndexOf('@')
  return { local: email.slice(0, at), domain: email.slice(at + 1) }
}
