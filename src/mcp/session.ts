import type { Client } from '../client/client.ts'
import type { Clock } from '../core/clock.ts'
import type { Account } from './account.ts'
import type { Confirmations } from './confirmations.ts'
import type { Ask } from './elicitation.ts'
import type { McpMessages } from './messages.ts'

/** What is needed to answer the requests of an assistant. */
export interface Session {
  /** A client with the session of the account. */
  client: Client
  messages: McpMessages
  clock: Clock
  confirmations: Confirmations
  /** Asks the user to agree to a plan, if the client can. */
  ask?: Ask | undefined
  /** Aborted when the client is gone. */
  closed?: AbortSignal
  /** Reads the account and its current permissions. */
  account(): Promise<Account>
  /** Whether the client has not been told of these permissions. It counts as told from then on. */
  hasChanged(permissions: string): boolean
}
