/** Time, handed in so that tests can move it. */
export interface Clock {
  /** Milliseconds since the epoch, UTC. */
  now(): number
  /** Resolves after `ms`, or at once when `signal` aborts (it never rejects: the caller looks at the signal). */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve()
      const done = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', done)
        resolve()
      }
      const timer = setTimeout(done, ms)
      signal?.addEventListener('abort', done, { once: true })
    }),
}
