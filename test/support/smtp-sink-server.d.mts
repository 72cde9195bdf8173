import type { SMTPServer } from 'smtp-server'

export interface SinkBehaviour {
  /** Recipients (a pattern) that are answered 550 5.1.1. */
  refuse?: string
  /** Recipients (a pattern) that are answered 554 5.7.1, which is not their mailbox's fault. */
  block?: string
  /** Every recipient is answered 451 the first time. */
  greylist?: boolean
  /** Recipients (a pattern) that are answered 450 4.7.1 the first time. */
  busy?: string
  /** Messages are answered 554 after their content. */
  refuseContent?: boolean
  /** Connections are answered 554 instead of a greeting. */
  refuseConnections?: boolean
  /** After so many messages a connection is answered 421. */
  closingAfter?: number
  /** After so many messages a connection is dropped when the next one is begun. */
  hangUpAfter?: number
  /**
   * Before 354, in the middle of the message, or after its final dot and before 250: the relay then
   * has the message and the sender can't know.
   */
  drop?: 'before-data' | 'in-data' | 'after-data'
  /** Messages are never answered. */
  silent?: boolean
  bannerMs?: number
  /** A message is answered so long after its final dot. */
  answerMs?: number
  startTls?: boolean
  /** Without this password nothing is taken. */
  password?: string
  size?: number
  pipelining?: boolean
}

export interface SunkMessage {
  from: string
  to: string[]
  /** Milliseconds. */
  at: number
  raw: Buffer
}

export function createSinkServer(
  behaviour: SinkBehaviour,
  keep: (message: SunkMessage) => void,
): SMTPServer
