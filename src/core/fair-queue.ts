import { Failure } from './failure.ts'

interface FairQueueLimits {
  /** How much runs at once. */
  slots: number
  /** How much of it one key may run at once. */
  perKey: number
  /** How much more of one key may wait. */
  maxWaiting: number
  /** What one piece of work usually takes, for `Retry-After`. */
  typicalMs: number
}

interface WorkOptions {
  /** Before everything that is not urgent. */
  isUrgent?: boolean
  /** Accepted however much of the key waits already, because the answer has begun. */
  isAccepted?: boolean
  /** Aborted when the result is not wanted any more. Only waiting work ends then. */
  signal?: AbortSignal
}

/** Runs work of many keys, such as accounts, in a bounded number of slots. */
interface FairQueue {
  /** Throws `rate_limited` if too much of the key is waiting. */
  run<T>(key: string, work: () => Promise<T>, options?: WorkOptions): Promise<T>
}

interface KeyState {
  running: number
  waiting: Set<() => void>
  isUrgent: boolean
}

/**
 * Creates a queue that takes the keys in turn (round robin), and the work of each key in order. So
 * a key with much work waits behind itself, and another key waits for one turn only.
 */
export function createFairQueue(limits: FairQueueLimits): FairQueue {
  const { slots, perKey, maxWaiting, typicalMs } = limits
  const states = new Map<string, KeyState>()
  /** The keys that may start work, in the order of their turns. */
  const turns = { urgent: new Map<string, KeyState>(), other: new Map<string, KeyState>() }
  let running = 0

  function isFree(state: KeyState): boolean {
    return running < slots && state.running < perKey && state.waiting.size === 0
  }

  function tooMuch(ahead: number): Failure {
    const waitMs = (ahead * typicalMs) / perKey
    return new Failure('rate_limited', { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) })
  }

  function turnOf(id: string, state: KeyState, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const start = () => {
        signal?.removeEventListener('abort', leave)
        resolve()
      }
      const leave = () => {
        if (!state.waiting.delete(start)) return
        offer(id, state)
        reject(new Failure('unavailable'))
      }
      signal?.addEventListener('abort', leave, { once: true })
      state.waiting.add(start)
      offer(id, state)
      startNext()
    })
  }

  /** Gives a key a turn if it has work that may start, and forgets it once it has none. */
  function offer(id: string, state: KeyState): void {
    const own = state.isUrgent ? turns.urgent : turns.other
    if (state.waiting.size === 0) own.delete(id)
    else if (state.running < perKey && !own.has(id)) own.set(id, state)
    if (state.waiting.size === 0 && state.running === 0) states.delete(id)
  }

  function startNext(): void {
    while (running < slots) {
      const [turn] = turns.urgent.size > 0 ? turns.urgent : turns.other
      if (!turn) return
      const [id, state] = turn
      const [start] = state.waiting
      turns.urgent.delete(id)
      turns.other.delete(id)
      if (!start) continue
      state.waiting.delete(start)
      state.running += 1
      running += 1
      offer(id, state)
      start()
    }
  }

  return {
    async run(key, work, { isUrgent = false, isAccepted = false, signal } = {}) {
      if (signal?.aborted) throw new Failure('unavailable')
      const id = `${isUrgent ? 'urgent' : 'other'} ${key}`
      const state = states.get(id) ?? { running: 0, waiting: new Set(), isUrgent }
      const ahead = state.waiting.size
      if (ahead >= maxWaiting && !isAccepted && !isFree(state)) throw tooMuch(ahead)
      states.set(id, state)
      await turnOf(id, state, signal)
      try {
        return await work()
      } finally {
        running -= 1
        state.running -= 1
        offer(id, state)
        startNext()
      }
    },
  }
}
