import { reasonOf } from '../../core/reason-of.ts'
import { truncate } from '../../core/storable-text.ts'
import type { Reply } from './reply-parser.ts'

/**
 * The outcome of an attempt. `sent`: accepted by the relay. `failed`: permanently refused (5xx).
 * `deferred`: temporarily refused (4xx), or the connection was lost before any content was sent.
 * `uncertain`: the connection was lost after content was sent and before the reply, so the message
 * may have arrived. `unreachable`: no connection to the relay, so nothing was tried for this
 * recipient.
 */
export interface Outcome {
  state: 'sent' | 'deferred' | 'failed' | 'uncertain' | 'unreachable'
  /** The reply of the relay, or the connection error. */
  response: string
  /** SMTP reply code. */
  code?: number
  /** Enhanced status code (RFC 3463), such as `5.1.1`. */
  enhanced?: string
  /** The message could not be made, or its campaign is being paused: this says nothing about the relay. */
  isUnmade?: true
}

const MAX_RESPONSE = 500

export const outcomeWithout = (
  state: 'unreachable' | 'deferred' | 'uncertain' | 'failed',
  error: Error,
): Outcome => ({ state, ...replyOf(reasonOf(error)) })

export const outcomeOfReply = ({ code, text }: Reply): Outcome => ({
  state: stateOf(code),
  ...replyOf(text),
})

function stateOf(code: number): Outcome['state'] {
  if (code < 300) return 'sent'
  // The relay requires authentication or TLS. No message can pass, so none has failed.
  if (code === 530 || code === 538) return 'unreachable'
  // 503 concerns the command sequence of this connection, not the message.
  if (code === 503) return 'deferred'
  return code >= 500 ? 'failed' : 'deferred'
}

/** Reads the reply codes at the start of a response. */
export function replyOf(text: string): Omit<Outcome, 'state'> {
  const plain = text.replace(/[\u0000-\u001f\u007f-\u009f]+/g, ' ').trim()
  const response = truncate(plain, MAX_RESPONSE)
  const [, code, enhanced] = /^([2-5]\d\d)(?:[ -]([245]\.\d{1,3}\.\d{1,3})\b)?/.exec(response) ?? []
  return {
    response,
    ...(code === undefined ? {} : { code: Number(code) }),
    ...(enhanced === undefined ? {} : { enhanced }),
  }
}
