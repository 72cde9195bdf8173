import { yieldToEventLoop } from '../../core/clock.ts'
import type { Service } from '../service.ts'
import { createWakeup, type Wakeup } from '../wakeup.ts'
import type { Lookout } from './lookout.ts'
import type { OutageLog } from './outage-log.ts'
import { type WorkKind, workKinds } from './work.ts'

export interface Loop {
  notify(): void
}

interface Loops {
  /**
   * Starts a loop. It repeats its step: at once while it reports work, otherwise after a notification or
   * a tick. A loop that has the name of a kind of work rests while there is none.
   */
  start(name: string, tickMs: number, step: () => Promise<boolean>): Loop
  notify(kinds: readonly WorkKind[]): void
  /** Resolves when all loops have ended, after the signal. */
  ended(): Promise<unknown>
}

interface LoopsOptions {
  /** No loop begins before. */
  ready: Promise<void>
  signal: AbortSignal
  outages: OutageLog
  lookout: Lookout
}

export function createLoops(
  { clock, log }: Pick<Service, 'clock' | 'log'>,
  { ready, signal, outages, lookout }: LoopsOptions,
): Loops {
  const started: { kind: WorkKind | undefined; wakeup: Wakeup; ended: Promise<void> }[] = []

  return {
    start(name, tickMs, step) {
      const wakeup = createWakeup(clock)
      signal.addEventListener('abort', wakeup.notify)
      const kind = workKinds.find((kind) => kind === name)
      started.push({ kind, wakeup, ended: run() })
      return wakeup

      async function run(): Promise<void> {
        await ready
        while (!signal.aborted) {
          try {
            const isBusy = await step()
            outages.worked()
            if (isBusy) await yieldToEventLoop()
            else if (!signal.aborted) await wait()
            // Work leads to more work, of other loops too.
            if (isBusy && kind) lookout.stir()
          } catch (error) {
            log.error(`${name} failed`, error)
            await clock.sleep(outages.pauseMs(), signal)
          }
        }
      }

      async function wait(): Promise<void> {
        const isNotified = await wakeup.wait(tickMs)
        if (!isNotified && kind) await lookout.rest(kind, wakeup)
      }
    },
    notify(kinds) {
      for (const { kind, wakeup } of started) if (kind && kinds.includes(kind)) wakeup.notify()
    },
    ended: () => Promise.all(started.map(({ ended }) => ended)),
  }
}
