import { randomBuffer } from '../../core/ids.ts'
import { dayMs } from '../../core/time.ts'
import type { SealedSecret, Vault } from '../keys/vault.ts'

/** Standard Webhooks requires 24 to 64 bytes. */
const secretBytes = 32
/** Bounds the length of the signature header. */
const maxSecrets = 5

const prefix = 'whsec_'

/** A webhook's row keeps a list of these, the current one first. An older one signs until `until`. */
interface SigningSecret extends SealedSecret {
  until?: number
}

interface ChangedSecret {
  /** Shown only once. */
  secret: string
  /** The value for the row. */
  secrets: string
}

/** Creates a secret. Earlier secrets stay valid for another day. */
export function changeSecret(vault: Vault, before: string | undefined, now: number): ChangedSecret {
  const bytes = randomBuffer(secretBytes)
  const older = readSecrets(before ?? '[]')
    .filter((each) => isGood(each, now))
    .map((each) => ({ until: now + dayMs, ...each }))
  const secrets = [{ sealed: vault.seal(bytes) }, ...older].slice(0, maxSecrets)
  return { secret: prefix + bytes.toString('base64'), secrets: JSON.stringify(secrets) }
}

/** Returns the secrets that are valid now. */
export const signingSecrets = (vault: Vault, secrets: string, now: number): string[] =>
  readSecrets(secrets)
    .filter((each) => isGood(each, now))
    .map(({ sealed }) => prefix + vault.open(sealed).toString('base64'))

/** Returns the end of the current secret, enough to tell secrets apart. */
export function maskedSecret(vault: Vault, secrets: string, now: number): string {
  const [current = ''] = signingSecrets(vault, secrets, now)
  return `${prefix}…${current.slice(-4)}`
}

const readSecrets = (secrets: string): SigningSecret[] => JSON.parse(secrets)

const isGood = ({ until }: SigningSecret, now: number): boolean =>
  until === undefined || now < until
