import { truncate } from '../../core/storable-text.ts'

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
}

/** The properties of nodemailer errors that distinguish the cases. */
export interface SmtpError extends Error {
  code?: string | undefined
  response?: string | undefined
  responseCode?: number | undefined
}

const MAX_RESPONSE = 500

export const sent = (response: string): Outcome => ({ state: 'sent', ...replyOf(response) })

/**
 * The address needs SMTPUTF8 and the relay does not offer it. Nothing was sent, so it is no refusal
 * of the recipient.
 */
export const needsUtf8Relay: Outcome = {
  state: 'failed',
  response: 'The relay does not offer SMTPUTF8, which this address needs',
}

export const unreachable = (error: SmtpError): Outcome => ({
  state: 'unreachable',
  ...replyOf(error.response ?? error.message),
})

/** `isUnderWay`: the relay has asked for the content, so part of it may have been sent. */
export const outcomeOf = (error: SmtpError, isUnderWay: boolean): Outcome => ({
  state: stateOf(error, isUnderWay),
  ...replyOf(error.response ?? error.message),
})

// nodemailer itself refuses messages larger than the SIZE of the relay, and invalid envelopes.
const REFUSED_HERE = ['EMESSAGE', 'EENVELOPE']

/** Whether the connection was lost, or timed out, without a reply. */
export const isLoss = (error: SmtpError): boolean =>
  (error.responseCode ?? 0) < 400 && !REFUSED_HERE.includes(error.code ?? '')

function stateOf(error: SmtpError, isUnderWay: boolean): Outcome['state'] {
  const code = error.responseCode ?? 0
  // The relay requires authentication or TLS. No message can pass, so none has failed.
  if (code === 530 || code === 538) return 'unreachable'
  // 503 concerns the command sequence of this connection, not the message.
  if (code === 503) return 'deferred'
  if (code >= 500) return 'failed'
  if (code >= 400) return 'deferred'
  if (!isLoss(error)) return 'failed'
  return isUnderWay ? 'uncertain' : 'deferred'
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
