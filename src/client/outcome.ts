import type { Readable } from 'node:stream'

export interface Outgoing {
  method: string
  url: string
  headers: Readonly<Record<string, string>>
  body?: string | Readable
  /** `stream`: the body of a 2xx answer is handed on as it comes; any other answer is read here. */
  wants: 'text' | 'stream'
  signal?: AbortSignal
}

export interface Answered {
  kind: 'answered'
  status: number
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>
  /** Empty when there is a stream. */
  text: string
  stream?: Readable
}

export type LossCause = 'dns' | 'refused' | 'tls' | 'proxy' | 'timeout' | 'connection'

/** No answer, or only a part of one. */
export interface Lost {
  kind: 'lost'
  /** Whether bytes of the request may have reached the server. */
  hasLeft: boolean
  cause: LossCause
  /** The system's own word: `ECONNREFUSED`, `CERT_HAS_EXPIRED`, `HTTP 407`. */
  reason: string
  error: unknown
}

export type Outcome = Answered | Lost

export interface Transport {
  /** Throws a Failure only when `signal` aborts. */
  send(outgoing: Outgoing): Promise<Outcome>
  close(): Promise<void>
}

/** As the environment has them; a missing one means no proxy. */
export interface ProxySettings {
  http?: string | undefined
  https?: string | undefined
  /** Hosts that are reached without one. */
  except?: string | undefined
}
