import type { Fields } from '../client/request.ts'
import type { KnownCheck } from './known-checks.ts'

export interface Recipients {
  count: number | undefined
  /** Whether `count` is an upper bound. */
  is_most: boolean
}

/** What a call would do: to what, to how many, when. Everything in it is shown and confirmed. */
export interface Plan {
  /** `campaigns.send` */
  action: string
  account: string | undefined
  /** The mail of the account goes to its own inbox, and to nobody else. */
  sandbox?: true
  arguments: Fields
  /** The current state of what it changes. */
  subject?: object
  /** Only for a send. */
  recipients?: Recipients
  /** The number of contacts that a change of many affects. */
  affected?: number
  when?: string
  checks?: readonly KnownCheck[]
  /** Digest of the whole subject, most of which is too long to show. */
  content?: string
}
