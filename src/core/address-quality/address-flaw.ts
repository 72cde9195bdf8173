import type { Address } from '../address.ts'
import { isDeliverable, isRole } from './deliverable.ts'
import { loadDisposable } from './disposable.ts'
import { likelyDomain } from './likely-typo.ts'

/** What is doubtful about an address that can be imported. */
export interface AddressFlaw {
  code: 'bad_address' | 'likely_typo' | 'disposable' | 'role_address'
  /** The address that was probably meant. */
  meant?: string
}

/** Loads the check of a new address, by the rules of the cleaning of a list and for typing errors. */
export async function loadAddressCheck(): Promise<(address: Address) => AddressFlaw | undefined> {
  const isDisposable = await loadDisposable()
  return ({ email, key, domain }) => {
    if (!isDeliverable(email)) return { code: 'bad_address' }
    const meant = likelyDomain(domain)
    if (meant !== undefined) {
      return { code: 'likely_typo', meant: `${email.slice(0, -domain.length)}${meant}` }
    }
    if (isDisposable(domain)) return { code: 'disposable' }
    return isRole(key) ? { code: 'role_address' } : undefined
  }
}
