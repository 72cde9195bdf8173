import type { Content } from './content.ts'
import type { Extensions } from './extensions.ts'
import { type Outcome, outcomeWithout } from './outcome.ts'

interface Envelope {
  from: string
  to: string
}

/** Characters that would end the path or the line. */
const outsidePath = /[\u0000-\u001f\u007f<>]/

const beyondAscii = /[^\u0000-\u007f]/

/** Returns the outcome of a message that this relay cannot take, so that nothing is sent to it. */
export function refusalHere(
  { from, to }: Envelope,
  { bytes }: Content,
  { smtpUtf8, maxSize }: Extensions,
): Outcome | undefined {
  if (outsidePath.test(from) || outsidePath.test(to)) return failed('The address is not valid')
  // Not a refusal of the recipient.
  if (!smtpUtf8 && isBeyondAscii({ from, to })) {
    return failed('The relay does not offer SMTPUTF8, which this address needs')
  }
  if (maxSize > 0 && bytes.length > maxSize) {
    return failed(`The message has ${bytes.length} bytes, and the relay takes ${maxSize}`)
  }
  return undefined
}

const isBeyondAscii = ({ from, to }: Envelope): boolean =>
  beyondAscii.test(from) || beyondAscii.test(to)

const failed = (text: string): Outcome => outcomeWithout('failed', new Error(text))

/** Returns the command `MAIL`, with its parameters (RFC 1870, 6152, 6531). */
export function mailCommand(
  { from, to }: Envelope,
  { bytes, hasHighBytes }: Content,
  { size, eightBitMime, smtpUtf8 }: Extensions,
): string {
  const needsUtf8 = smtpUtf8 && isBeyondAscii({ from, to })
  return `MAIL FROM:<${from}>${size ? ` SIZE=${bytes.length}` : ''}${
    eightBitMime && (hasHighBytes || needsUtf8) ? ' BODY=8BITMIME' : ''
  }${needsUtf8 ? ' SMTPUTF8' : ''}\r\n`
}

export const rcptCommand = ({ to }: Envelope): string => `RCPT TO:<${to}>\r\n`
