import type { Submission } from '../mail/session.ts'
import type { Space } from '../mail/space.ts'

/** Where the fate of a message is kept; both tables have the same columns for it. */
export type Ledger = 'recipients' | 'messages'

/** A message that this process has claimed. */
export interface Letter {
  ledger: Ledger
  id: number
  claim: string
  /** Whose it is; null when it belongs to nobody yet. */
  account: number | null
  /** Right of the @ in the recipient's address. */
  domain: string
  /** Attempts before this one. */
  attempts: number
  /** The message stands in `space`. Rejects with a `Failure` where this one cannot be made. */
  compose(space: Space): Promise<Submission>
}

export const domainIn = (address: string): string =>
  address.slice(address.lastIndexOf('@') + 1).toLowerCase()
