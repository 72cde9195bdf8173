import { randomBytes } from 'node:crypto'
import type { Vault } from '../secrets.ts'

const dayMs = 86_400_000
/** Standard Webhooks asks for 24 to 64. */
const secretBytes = 32
/** Who changes secrets again and again makes the header of signatures no longer than this. */
const mostSecrets = 5

const prefix = 'whsec_'

/** As a webhook's row keeps them: the current one first; until when an older one signs too. */
interface SealedSecret {
  sealed: string
  until?: number
}

export interface Changed {
  /** Shown this once. */
  secret: string
  /** For the row. */
  secrets: string
}

/** A new secret; those before it are good for another day. */
export function changeSecret(vault: Vault, before: string | undefined, now: number): Changed {
  const bytes = randomBytes(secretBytes)
  const older = readSecrets(before ?? '[]')
    .filter((each) => isGood(each, now))
    .map((each) => ({ until: now + dayMs, ...each }))
  const secrets = [{ sealed: vault.seal(bytes) }, ...older].slice(0, mostSecrets)
  return { secret: prefix + bytes.toString('base64'), secrets: JSON.stringify(secrets) }
}

/** The same secrets, closed with another vault. */
export const resealed = (secrets: string, from: Vault, to: Vault): string =>
  JSON.stringify(
    readSecrets(secrets).map((each) => ({ ...each, sealed: to.seal(from.open(each.sealed)) })),
  )

/** All that sign at this moment. */
export const signingSecrets = (vault: Vault, secrets: string, now: number): string[] =>
  readSecrets(secrets)
    .filter((each) => isGood(each, now))
    .map(({ sealed }) => prefix + vault.open(sealed).toString('base64'))

/** Enough to tell one from another. */
export function maskedSecret(vault: Vault, secrets: string, now: number): string {
  const [current = ''] = signingSecrets(vault, secrets, now)
  return `${prefix}…${current.slice(-4)}`
}

const readSecrets = (secrets: string): SealedSecret[] => JSON.parse(secrets)

const isGood = ({ until }: SealedSecret, now: number): boolean => until === undefined || now < until
