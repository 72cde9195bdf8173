import { minuteMs } from '../../core/time.ts'

/** How long the relay may take, in ms. */
export interface Timeouts {
  connect: number
  tls: number
  greeting: number
  /** The reply to `EHLO`, `STARTTLS`, `AUTH` and `RSET`. */
  command: number
  mail: number
  rcpt: number
  /** The reply to `DATA`. */
  data: number
  /** Between two parts of a content that the relay reads. */
  block: number
  /** The reply to a content. A shorter time would make sent messages `uncertain`. */
  content: number
  quit: number
}

/** RFC 5321 4.5.3.2, which has no values for the connection, TLS and QUIT. */
export const standardTimeouts: Timeouts = {
  connect: 10_000,
  tls: 30_000,
  greeting: 5 * minuteMs,
  command: 5 * minuteMs,
  mail: 5 * minuteMs,
  rcpt: 5 * minuteMs,
  data: 2 * minuteMs,
  block: 3 * minuteMs,
  content: 10 * minuteMs,
  quit: 2_000,
}
