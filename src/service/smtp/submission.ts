/**
 * A message to submit. Addresses are bare, with the domain in ASCII (`asciiDomain`). An empty
 * `from` is the null sender.
 */
export interface Submission {
  from: string
  to: string
  /** The complete message. Lines should end with CRLF: others cost a copy. */
  raw: Buffer
  /**
   * Who composed it knows that it is ASCII, that CR and LF stand only together at line ends, of which the last
   * line has one, and that no line starts with a dot. Other messages are read byte by byte.
   */
  isCanonical?: boolean | undefined
  /** It goes out before all others that wait for a connection. */
  isUrgent?: true | undefined
  /** Called when `raw` is no longer read. Not called when that is unknown. */
  onLeft?: (() => void) | undefined
}
