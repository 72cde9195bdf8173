import type { Client } from '../client/client.ts'
import type { Clock } from '../core/clock.ts'
import type { Account } from './account.ts'
import type { Confirmations } from './confirmations.ts'
import type { McpMessages } from './messages.ts'

/** What is needed to answer the requests of an assistant. */
export interface Session {
  /** A client with the session of the account. */
  client: Client
  messages: McpMessages
  clock: Clock
  confirmations: Confirmations
  /** Whether the client can be told of a change between its requests. */
  isConnected?: boolean
  /** Reads the account and its current permissions. */
  account(): Promise<Account>
}
