import type { DkimKey } from '../keys/dkim-keys.ts'
import type { SigningKind } from '../keys/signing-keys.ts'
import type { PrivateSigner } from '../signing/sign-message.ts'

/** A private key of the installation, with its selector and its public half. */
export interface Signer extends PrivateSigner {
  publicKey: string
}

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
