import { Worker } from 'node:worker_threads'
import type { Clock } from '../../core/clock.ts'
import { Failure } from '../../core/failure.ts'
import { threadFile } from '../host.ts'
import type { JobReply, JobRequest } from './job.ts'

/** A message of 5 MB needs some tens of MB. A thread that needs more ends, not the process. */
const resourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 }

const maxRounds = 4

export interface Time {
  clock: Clock
  processorMs(): number
}

/** A thread that runs one job at a time and is ended when a job takes too long. */
export class JobThread {
  readonly #worker = new Worker(threadFile('template-thread'), { resourceLimits })
  #answer: ((reply: JobReply | Error) => void) | undefined
  hasEnded = false

  constructor() {
    this.#worker.unref()
    this.#worker.on('message', (reply: JobReply) => this.#answer?.(reply))
    this.#worker.on('error', (error) => this.#end(error))
    this.#worker.on('exit', () => this.#end(new Error('the thread has ended')))
  }

  /** Ends the thread, and throws `template_too_slow`, when the job takes longer than `limitMs`. */
  async run(request: JobRequest, limitMs: number, time: Time): Promise<unknown> {
    const answered = new AbortController()
    // A pending job keeps the process alive. An idle thread does not.
    this.#worker.ref()
    const reply = await new Promise<JobReply | Error>((resolve) => {
      this.#answer = resolve
      this.#worker.postMessage(request)
      void untilOver(limitMs, time, answered.signal).then(() => {
        if (!answered.signal.aborted) this.#end(new Failure('template_too_slow'))
      })
    })
    answered.abort()
    this.#answer = undefined
    this.#worker.unref()
    return resultOf(reply)
  }

  async close(): Promise<void> {
    this.hasEnded = true
    await this.#worker.terminate()
  }

  #end(error: Error): void {
    this.hasEnded = true
    this.#answer?.(error)
    void this.#worker.terminate()
  }
}

/**
 * Waits until the job has had its time. On a busy machine it gets little of a processor, so it has had
 * its time only when this process has used that much, or after several times as long.
 */
async function untilOver(limitMs: number, time: Time, signal: AbortSignal): Promise<void> {
  const start = time.processorMs()
  for (let round = 0; round < maxRounds; round++) {
    await time.clock.sleep(limitMs, signal)
    if (signal.aborted || time.processorMs() - start >= limitMs) return
  }
}

function resultOf(reply: JobReply | Error): unknown {
  if (reply instanceof Error) throw isOutOfMemory(reply) ? new Failure('template_too_slow') : reply
  if ('result' in reply) return reply.result
  if ('failure' in reply) throw new Failure(reply.failure, reply.details)
  throw new Error(reply.error)
}

const isOutOfMemory = (error: Error): boolean =>
  'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
