import { systemClock } from '../../core/clock.ts'
import { Failure } from '../../core/failure.ts'
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

/** The jobs of one owner that wait for the one that runs. */
const maxWaiting = 20

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

interface Task {
  request: JobRequest
  purpose: keyof typeof limitMs
  resolve(result: unknown): void
  reject(error: unknown): void
}

/** The share of an owner: what is left of it, and when that was computed. */
interface Share {
  leftMs: number
  at: number
}

export function createRenderThreads(time: Time = systemTime): RenderThreads {
  const { clock } = time
  const idle: JobThread[] = []
  const busy = new Set<JobThread>()
  const running = new Set<string>()
  /** By owner, in the order of their turns. */
  const waiting = new Map<string, Task[]>()
  const shares = new Map<string, Share>()
  let isClosed = false

  return {
    run<Input, Result>({ name }: Job<Input, Result>, input: Input, options: JobOptions) {
      const { owner, purpose = 'request' } = options
      const refusal = purpose === 'request' ? refusalOf(owner) : undefined
      if (refusal) return Promise.reject(refusal)
      if (isClosed) return Promise.reject(new Error('the service stops'))
      return new Promise<Awaited<Result>>((resolve, reject) => {
        const task = { request: { name, input }, purpose, resolve, reject } as Task
        waiting.set(owner, [...(waiting.get(owner) ?? []), task])
        startNext()
      })
    },
    async close() {
      isClosed = true
      const left = [...waiting.values()].flat()
      waiting.clear()
      for (const { reject } of left) reject(new Error('the service stops'))
      await Promise.all([...idle, ...busy].map((thread) => thread.close()))
    },
  }

  function refusalOf(owner: string): Failure | undefined {
    const { leftMs } = shareOf(owner)
    const waitMs = leftMs <= 0 ? (-leftMs * minuteMs) / shareMs + 1000 : 0
    const isFull = (waiting.get(owner)?.length ?? 0) >= maxWaiting
    if (waitMs === 0 && !isFull) return undefined
    return new Failure('rate_limited', { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) })
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

  /** Starts the job of the next owner that has none running. */
  function startNext(): void {
    while (busy.size < maxThreads) {
      const owner = [...waiting.keys()].find((each) => !running.has(each))
      if (owner === undefined) return
      const [task, ...others] = waiting.get(owner) ?? []
      // The others of the owner wait until everyone had a turn.
      waiting.delete(owner)
      if (others.length > 0) waiting.set(owner, others)
      if (task) void start(owner, task)
    }
  }

  async function start(owner: string, { request, purpose, resolve, reject }: Task): Promise<void> {
    const thread = idle.pop() ?? new JobThread()
    busy.add(thread)
    running.add(owner)
    const startedAt = clock.now()
    const processorAt = time.processorMs()
    try {
      resolve(await thread.run(request, limitMs[purpose], time))
    } catch (error) {
      reject(error)
    }
    busy.delete(thread)
    running.delete(owner)
    if (!thread.hasEnded) idle.push(thread)
    // On a busy machine a job waits for a processor for most of its time.
    const usedMs = Math.min(clock.now() - startedAt, time.processorMs() - processorAt)
    if (purpose === 'request') charge(owner, usedMs)
    startNext()
  }
}
