import { roleNames } from './role-names.ts'

/** RFC 5321, 4.5.3.1, in octets. */
const maxLocalBytes = 64
const maxDomainBytes = 255
/** RFC 5321 allows a path of 256 including the angle brackets. */
const maxBytes = 254

const bytesOf = (text: string): number => Buffer.byteLength(text)

/** The atoms of RFC 5322 plus letters of any script (RFC 6531), without invisible characters. */
const atom = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+$/u

const label = /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/i

/**
 * Whether an address of this form is deliverable. Stricter than the check for adding contacts:
 * quoted local parts and address literals are standard, but people do not use them.
 */
export function isDeliverable(email: string): boolean {
  const { local, domain } = partsOf(email)
  if (bytesOf(local) > maxLocalBytes || bytesOf(domain) > maxDomainBytes) return false
  if (bytesOf(email) > maxBytes) return false
  const labels = domain.split('.')
  return (
    local.split('.').every((part) => atom.test(part)) &&
    labels.length > 1 &&
    labels.every((each) => label.test(each)) &&
    /\D/.test(labels.at(-1) ?? '')
  )
}

/** Whether an address belongs to a role instead of a person. Ignores a plus suffix. */
export function isRole(emailKey: string): boolean {
  const [name = ''] = partsOf(emailKey).local.split('+')
  return roleNames.has(name)
}

function partsOf(email: string): { local: string; domain: string } {
  const at = email.lastIndexOf('@')
  return { local: email.slice(0, at), domain: email.slice(at + 1) }
}
