/**
 * A message to submit. Addresses are bare, with the domain in ASCII (`asciiDomain`). An empty
 * `from` is the null sender.
 */
export interface Submission {
  from: string
  to: string
  /** The complete message. Lines should end with CRLF: others cost a copy. */
  raw: Buffer
  /** It goes out before all others that wait for a connection. */
  isUrgent?: true
  /** Called when `raw` is no longer read. Not called when that is unknown. */
  onLeft?: (() => void) | undefined
}
