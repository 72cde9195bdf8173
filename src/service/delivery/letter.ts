import type { Submission } from '../mail/session.ts'

/** Where the fate of a message is kept; both tables have the same columns for it. */
export type Ledger = 'recipients' | 'messages'

/** A message that this process has claimed. */
export interface Letter {
  ledger: Ledger
  id: number
  claim: string
  /** Attempts before this one. */
  attempts: number
  /** Throws a `Failure` where this one cannot be made. */
  compose(): Submission
}
