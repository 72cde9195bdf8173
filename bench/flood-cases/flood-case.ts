import type { TestService } from '../../test/support/service.ts'

/** One kind of flood that `bench/flood.ts` runs. */
export interface FloodCase {
  /** A few words for the table. */
  name: string
  /**
   * Prepares what the flood needs, such as an account or a list, and returns its requests. A separate
   * process, `bench/flooder.mjs`, repeats them from `begin` to `end` of the measurement.
   */
  start(server: TestService): Promise<FloodPlan>
  /** Removes what would disturb the next case. Default: nothing. */
  stop?(server: TestService): Promise<void>
}

/** Plain data, because it is passed to another process. */
export interface FloodPlan {
  /** How many requests are open at once. Default: 32. */
  connections?: number
  /** Each connection repeats them in order, starting at a different one. */
  requests: readonly FloodRequest[]
}

export interface FloodRequest {
  method: string
  /** From the root of the server, such as `/v3/api/lists`. `{n}` is a number that never repeats. */
  path: string
  headers?: Readonly<Record<string, string>>
  /**
   * `text` once, with `{n}` replaced as in `path`; or as often as `times`, with `{i}` replaced by the
   * number of the repetition.
   */
  body?: { text: string; times?: number }
  /** Sends the head and this many bytes of the body, and then nothing for this many seconds. */
  stall?: { bytes: number; seconds: number }
}

/** The headers of a JSON request with a session. */
export const jsonHeaders = (token: string): Record<string, string> => ({
  authorization: `Bearer ${token}`,
  'content-type': 'application/json',
})
