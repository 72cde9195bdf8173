import { type Clock, systemClock } from './clock.ts'
import { secondMs } from './time.ts'

/** Long enough that a person who works with the pages does not wait for a thread to start. */
const lookEveryMs = 30 * secondMs

/**
 * Threads that wait for work. One that was not needed between two looks is ended, since each takes 10 to 20
 * MB: a campaign needs them when it starts, and not while it is sent.
 */
export class IdleThreads<Thread> {
  /** The last one is taken first, so the first ones are those that are not needed. */
  readonly #idle: Thread[] = []
  /** How many of the first ones were not taken since the last look. */
  #unused = 0
  #isLooking = false
  readonly #closing = new AbortController()
  readonly #end: (thread: Thread) => unknown
  readonly #clock: Clock

  constructor(end: (thread: Thread) => unknown, clock: Clock = systemClock) {
    this.#end = end
    this.#clock = clock
  }

  add(thread: Thread): void {
    this.#idle.push(thread)
    if (!this.#isLooking) void this.#endUnused()
  }

  take(): Thread | undefined {
    const thread = this.#idle.pop()
    this.#unused = Math.min(this.#unused, this.#idle.length)
    return thread
  }

  /** Returns the threads, which are the caller's again. */
  close(): Thread[] {
    this.#closing.abort()
    return this.#idle.splice(0)
  }

  async #endUnused(): Promise<void> {
    this.#isLooking = true
    const { signal } = this.#closing
    while (this.#idle.length > 0) {
      this.#unused = this.#idle.length
      await this.#clock.sleep(lookEveryMs, signal)
      if (signal.aborted) break
      for (const thread of this.#idle.splice(0, this.#unused)) this.#end(thread)
    }
    this.#isLooking = false
  }
}
