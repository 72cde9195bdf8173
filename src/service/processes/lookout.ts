import { hourMs, minuteMs, secondMs } from '../../core/time.ts'
import type { Service } from '../service.ts'
import { createWakeup, type Wakeup } from '../wakeup.ts'
import { selectDueTimes } from './due-store.ts'
import type { DueTimes, WorkKind } from './work.ts'

/**
 * How long nothing must have happened before loops rest. Work may be announced before its transaction
 * commits, and most work leads to more.
 */
const quietMs = 3 * secondMs
/** Finds what was not announced. */
const lookEveryMs = minuteMs
/** Loops that begin to rest at about the same time share a look. */
const freshMs = 10 * secondMs
const longestRestMs = hourMs

export interface Lookout {
  /** Something has happened. Loops that rest continue, and no loop rests for a while. */
  stir(): void
  /**
   * Rests until work of this kind may be due. Returns at once if it may be now, and while the
   * announcements of other processes do not arrive.
   */
  rest(kind: WorkKind, wakeup: Wakeup): Promise<void>
  /** Runs until the signal aborts. */
  run(): Promise<void>
}

interface LookoutOptions {
  isListening(): boolean
  zoneAheadMs: number
  signal: AbortSignal
}

/**
 * Looks for due work in place of the loops that rest: one statement a minute and at each due time,
 * instead of the queries of each loop each second.
 */
export function createLookout(
  { db, clock, log }: Pick<Service, 'db' | 'clock' | 'log'>,
  { isListening, zoneAheadMs, signal }: LookoutOptions,
): Lookout {
  const wakeup = createWakeup(clock)
  signal.addEventListener('abort', wakeup.notify)
  const resting = new Map<Wakeup, WorkKind>()
  let times: Partial<DueTimes> = {}
  let lookedAt = Number.NEGATIVE_INFINITY
  let stirredAt = clock.now()

  const dueAt = (kind: WorkKind): number => times[kind] ?? Number.POSITIVE_INFINITY
  const isFresh = () => lookedAt > stirredAt && clock.now() - lookedAt < freshMs

  function release(kinds: (kind: WorkKind) => boolean): void {
    for (const [loop, kind] of resting) {
      if (!kinds(kind)) continue
      resting.delete(loop)
      loop.notify()
    }
  }

  async function look(): Promise<void> {
    const now = clock.now()
    try {
      times = await selectDueTimes(db, zoneAheadMs)
      lookedAt = now
      release((kind) => dueAt(kind) <= clock.now())
    } catch (error) {
      log.error('due work could not be looked for', error)
      // They meet the same error, and pause after it.
      release(() => true)
    }
  }

  function msToNextLook(): number {
    if (resting.size === 0) return longestRestMs
    const now = clock.now()
    const future = [...resting.values()].map(dueAt)
    return Math.max(0, Math.min(lookEveryMs, ...future.map((at) => at - now)))
  }

  return {
    stir() {
      stirredAt = clock.now()
      release(() => true)
    },
    async rest(kind, loop) {
      if (signal.aborted || !isListening() || clock.now() - stirredAt < quietMs) return
      if (isFresh() && dueAt(kind) <= clock.now()) return
      resting.set(loop, kind)
      wakeup.notify()
      await loop.wait(longestRestMs)
      resting.delete(loop)
    },
    async run() {
      while (!signal.aborted) {
        const isNotified = await wakeup.wait(msToNextLook())
        if (!signal.aborted && resting.size > 0 && !(isNotified && isFresh())) await look()
      }
    },
  }
}
