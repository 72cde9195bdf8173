import type { Client } from '../client/client.ts'
import type { Clock } from '../core/clock.ts'
import type { Account } from './account.ts'
import type { Confirmations } from './confirmations.ts'
import type { Words } from './words.ts'

/** What an assistant's requests are answered with. */
export interface Session {
  /** With the session of the account, and nobody else's. */
  client: Client
  words: Words
  clock: Clock
  confirmations: Confirmations
  /** Who the account is and what it permits now. */
  account(): Promise<Account>
}
