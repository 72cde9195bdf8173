import type { SMTPServer } from 'smtp-server'

export interface SinkBehaviour {
  /** A pattern of recipients. They are rejected with 550 5.1.1. */
  refuse?: string
  /** A pattern of recipients. They are rejected with 554 5.7.1, which says nothing about the mailbox. */
  block?: string
  /** Rejects every recipient with 451 the first time. */
  greylist?: boolean
  /** A pattern of recipients. They are rejected with 450 4.7.1 the first time. */
  busy?: string
  /** Rejects every message with 554 after its content. */
  refuseContent?: boolean
  /** Rejects connections with 554 instead of a greeting. */
  refuseConnections?: boolean
  /** Number of messages after which a connection gets a 421. */
  closingAfter?: number
  /** Number of messages after which a connection is dropped at the next MAIL FROM. */
  hangUpAfter?: number
  /**
   * When to drop the connection: before 354, in the middle of the message, or between the final dot
   * and 250. In the last case the relay has the message, and the sender cannot know.
   */
  drop?: 'before-data' | 'in-data' | 'after-data'
  /** Never replies to messages. */
  silent?: boolean
  bannerMs?: number
  /** The delay between the final dot of a message and the reply. */
  answerMs?: number
  startTls?: boolean
  /** Requires a login with this password. */
  password?: string
  size?: number
  pipelining?: boolean
}

export interface SinkMessage {
  from: string
  to: string[]
  /** Unix time in milliseconds. */
  at: number
  raw: Buffer
}

export function createSinkServer(
  behaviour: SinkBehaviour,
  keep: (message: SinkMessage) => void,
): SMTPServer
