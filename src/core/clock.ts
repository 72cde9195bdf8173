/** What ends a sleep early: an `AbortSignal`, or something lighter for a loop that sleeps often. */
export interface SleepSignal {
  readonly aborted: boolean
  addEventListener(type: 'abort', listener: () => void, options?: { once: boolean }): void
  removeEventListener(type: 'abort', listener: () => void): void
}

/** The clock is a parameter everywhere, so that tests can move it. */
export interface Clock {
  /** Milliseconds since the epoch, UTC. */
  now(): number
  /**
   * Resolves after `ms`, or immediately when `signal` aborts. It never rejects: the caller checks
   * the signal.
   */
  sleep(ms: number, signal?: SleepSignal): Promise<void>
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

/** Lets timers, sockets and other tasks run before a long loop continues. */
export const yieldToEventLoop = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve)
  })

/** Milliseconds since the process started. Unlike the clock it never jumps, and tests cannot move it. */
export const monotonicMs = (): number => performance.now()

/** Stops this thread for so many milliseconds: for files that are locked and written synchronously. */
export const pauseThread = (ms: number): void => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}
