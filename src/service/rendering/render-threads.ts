import { systemClock } from '../../core/clock.ts'
import { Failure } from '../../core/failure.ts'
import { createFairQueue } from '../../core/fair-queue.ts'
import { IdleThreads } from '../../core/idle-threads.ts'
import { minuteMs } from '../../core/time.ts'
import { processorMs } from '../host.ts'
import type { Job, JobRequest } from './job.ts'
import { JobThread, type Time } from './job-thread.ts'

/**
 * How long one job may take. A message of 5 MB takes one second on an idle machine; the rest is for a
 * busy one. Work for a send takes long only if it is legitimate, since the message was checked when it
 * was saved.
 */
const limitMs = { request: 5_000, send: 15_000 } as const

/** Not the clock of the service: a job takes real time. */
const systemTime: Time = { clock: systemClock, processorMs }

const maxThreads = 2

/** One job of an owner runs at a time, and this many more of it may wait. */
const maxWaiting = 20

/** What a preview usually takes. */
const typicalMs = 50

/** The time in threads that an owner may use in a minute. A preview takes some milliseconds. */
const shareMs = 20_000

interface JobOptions {
  /** Who pays for the time. One job of an owner runs at a time. */
  owner: string
  /** Sends are not requests: they have another limit, and cost no share. */
  purpose?: keyof typeof limitMs
}

/** Runs work on users' templates in threads, since it may block for as long as its limit. */
export interface RenderThreads {
  run<Input, Result>(
    job: Job<Input, Result>,
    input: Input,
    options: JobOptions,
  ): Promise<Awaited<Result>>
  close(): Promise<void>
}

/** The share of an owner: what is left of it, and when that was computed. */
interface Share {
  leftMs: number
  at: number
}

export function createRenderThreads(time: Time = systemTime): RenderThreads {
  const { clock } = time
  const queue = createFairQueue({ slots: maxThreads, perKey: 1, maxWaiting, typicalMs })
  const idle = new IdleThreads<JobThread>((thread) => thread.close())
  const busy = new Set<JobThread>()
  const shares = new Map<string, Share>()
  let isClosed = false

  return {
    async run<Input, Result>(
      { name }: Job<Input, Result>,
      input: Input,
      options: JobOptions,
    ): Promise<Awaited<Result>> {
      const { owner, purpose = 'request' } = options
      if (purpose === 'request') refuseWithoutShare(owner)
      const work = () => runInThread({ name, input }, owner, purpose)
      const result = await queue.run(owner, work, { isAccepted: purpose === 'send' })
      return result as Awaited<Result>
    },
    async close() {
      isClosed = true
      await Promise.all([...idle.close(), ...busy].map((thread) => thread.close()))
    },
  }

  /** Throws `rate_limited` if the owner has used its share. */
  function refuseWithoutShare(owner: string): void {
    const { leftMs } = shareOf(owner)
    if (leftMs > 0) return
    const waitMs = (-leftMs * minuteMs) / shareMs + 1000
    throw new Failure('rate_limited', { retryAfterSeconds: Math.ceil(waitMs / 1000) })
  }

  /** A share fills up again within a minute. */
  function shareOf(owner: string): Share {
    const now = clock.now()
    const { leftMs, at } = shares.get(owner) ?? { leftMs: shareMs, at: now }
    return { leftMs: Math.min(shareMs, leftMs + ((now - at) * shareMs) / minuteMs), at: now }
  }

  function charge(owner: string, usedMs: number): void {
    const { leftMs, at } = shareOf(owner)
    shares.set(owner, { leftMs: leftMs - usedMs, at })
    for (const [other, share] of shares) if (at - share.at > 2 * minuteMs) shares.delete(other)
  }

  async function runInThread(
    request: JobRequest,
    owner: string,
    purpose: keyof typeof limitMs,
  ): Promise<unknown> {
    // No Failure: a send that a stop interrupts must not count as a fault of the template.
    if (isClosed) throw new Error('the service stops')
    const thread = idle.take() ?? new JobThread()
    busy.add(thread)
    const startedAt = clock.now()
    const processorAt = time.processorMs()
    try {
      return await thread.run(request, limitMs[purpose], time)
    } finally {
      busy.delete(thread)
      if (!thread.hasEnded && !isClosed) idle.add(thread)
      // On a busy machine a job waits for a processor for most of its time.
      const usedMs = Math.min(clock.now() - startedAt, time.processorMs() - processorAt)
      if (purpose === 'request') charge(owner, usedMs)
    }
  }
}
