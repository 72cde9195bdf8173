/**
 * - `sent`: the relay took it. `failed`: it never will (5xx).
 * - `deferred`: not now (4xx, or the connection was lost before the message was on its way).
 * - `uncertain`: lost after the message was on its way and before the answer: it may have arrived.
 * - `unreachable`: there is no relay to talk to; nothing was tried for this recipient.
 */
export interface Outcome {
  state: 'sent' | 'deferred' | 'failed' | 'uncertain' | 'unreachable'
  /** What the relay said, or what happened to the connection. */
  response: string
  /** SMTP reply code. */
  code?: number
  /** Enhanced status code (RFC 3463), as `5.1.1`. */
  enhanced?: string
}

/** What nodemailer reports, as far as it tells one case from another. */
export interface SmtpError extends Error {
  code?: string | undefined
  response?: string | undefined
  responseCode?: number | undefined
}

const LONGEST_RESPONSE = 500

export const sent = (response: string): Outcome => ({ state: 'sent', ...replyOf(response) })

export const unreachable = (error: SmtpError): Outcome => ({
  state: 'unreachable',
  ...replyOf(error.response ?? error.message),
})

/** `isUnderWay`: the relay had asked for the message, so some of it may have gone out. */
export const outcomeOf = (error: SmtpError, isUnderWay: boolean): Outcome => ({
  state: stateOf(error, isUnderWay),
  ...replyOf(error.response ?? error.message),
})

// What nodemailer refuses before a word is said: larger than the relay's SIZE, or no address.
const REFUSED_HERE = ['EMESSAGE', 'EENVELOPE']

/** The connection ended, or fell silent, without an answer. */
export const isLoss = (error: SmtpError): boolean =>
  (error.responseCode ?? 0) < 400 && !REFUSED_HERE.includes(error.code ?? '')

function stateOf(error: SmtpError, isUnderWay: boolean): Outcome['state'] {
  const code = error.responseCode ?? 0
  // The relay wants a login or TLS first: nobody's mail would pass, and none has failed.
  if (code === 530 || code === 538) return 'unreachable'
  // 503 is about the order of commands on this connection and not about the message.
  if (code === 503) return 'deferred'
  if (code >= 500) return 'failed'
  if (code >= 400) return 'deferred'
  if (!isLoss(error)) return 'failed'
  return isUnderWay ? 'uncertain' : 'deferred'
}

function replyOf(text: string): Omit<Outcome, 'state'> {
  const response = text
    .replace(/[\u0000-\u001f\u007f-\u009f]+/g, ' ')
    .trim()
    .slice(0, LONGEST_RESPONSE)
  const [, code, enhanced] = /^([2-5]\d\d)(?:[ -]([245]\.\d{1,3}\.\d{1,3})\b)?/.exec(response) ?? []
  return {
    response,
    ...(code === undefined ? {} : { code: Number(code) }),
    ...(enhanced === undefined ? {} : { enhanced }),
  }
}
