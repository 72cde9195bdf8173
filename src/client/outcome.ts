import type { Readable } from 'node:stream'

export interface Outgoing {
  method: string
  url: string
  headers: Readonly<Record<string, string>>
  body?: string | Readable
  /** `stream` returns the body of a 2xx response unread. The body of any other response is read. */
  wants: 'text' | 'stream'
  signal?: AbortSignal
}

export interface Answered {
  kind: 'answered'
  status: number
  /** Header names in lower case. */
  headers: Readonly<Record<string, string>>
  /** Empty if there is a stream. */
  text: string
  stream?: Readable
}

export type ErrorCause = 'dns' | 'refused' | 'tls' | 'proxy' | 'timeout' | 'connection'

/** No response, or only a part of one. */
export interface NoResponse {
  kind: 'lost'
  /** Whether bytes of the request may have reached the server. */
  mayHaveArrived: boolean
  cause: ErrorCause
  /** The system's error code: `ECONNREFUSED`, `CERT_HAS_EXPIRED`, `HTTP 407`. */
  reason: string
  error: unknown
}

export type Outcome = Answered | NoResponse

export interface Transport {
  /** Throws a Failure only when `signal` aborts. */
  send(outgoing: Outgoing): Promise<Outcome>
  close(): Promise<void>
}

/** The values of the environment variables. A missing value means no proxy. */
export interface ProxySettings {
  http?: string | undefined
  https?: string | undefined
  /** Hosts that are reached without a proxy. */
  except?: string | undefined
}
