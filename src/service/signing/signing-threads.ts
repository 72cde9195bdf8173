import { processorCount } from '../host.ts'
import { type Memory, type PlacedMessage, signInPlace } from './sign-in-place.ts'
import type { PrivateSigner } from './sign-message.ts'
import { type PlacedJob, SigningThread } from './signing-thread.ts'

/** How many messages cross to a thread at once. More would wait for it while another is idle. */
const maxBatch = 8

/** A thread has its next batch while the reply to the last one is on its way. */
const maxBatches = 2

/** After this many threads have failed, this thread signs. */
const maxFailures = 3

/**
 * Signs messages in threads, as many as there are processors, since a signature of RSA-2048 takes
 * longer than the rest of a message. They start with the first message that is signed.
 */
export interface SigningThreads {
  /** Writes the signatures before the message, and returns where they start. */
  sign(memory: Memory, message: PlacedMessage, signers: readonly PrivateSigner[]): Promise<number>
  close(): Promise<void>
}

interface Waiting extends PlacedJob {
  resolve(start: number): void
  reject(error: unknown): void
}

export function createSigningThreads(maxThreads: number = processorCount()): SigningThreads {
  const threads = new Set<SigningThread>()
  const queue: Waiting[] = []
  let isScheduled = false
  let failures = 0
  let isClosed = false

  return {
    sign: ({ bytes, length }, message, signers) =>
      new Promise((resolve, reject) => {
        queue.push({ bytes, length, message, signers, resolve, reject })
        // Messages that are composed one directly after the other cross together.
        if (isScheduled) return
        isScheduled = true
        queueMicrotask(distribute)
      }),
    async close() {
      isClosed = true
      await Promise.all([...threads].map((thread) => thread.close()))
    },
  }

  function distribute(): void {
    isScheduled = false
    if (isClosed || failures >= maxFailures) {
      for (const job of queue.splice(0)) settle(job, -1)
      return
    }
    while (queue.length > 0) {
      const thread = freeThread()
      if (!thread) return
      const share = Math.ceil(queue.length / maxThreads)
      void signIn(thread, queue.splice(0, Math.min(maxBatch, share)))
    }
  }

  /** Returns the thread with the least to do, or a new one while all are busy. */
  function freeThread(): SigningThread | undefined {
    const [first] = [...threads].sort((a, b) => a.load - b.load)
    if (first && (first.load === 0 || threads.size >= maxThreads)) {
      return first.load < maxBatches ? first : undefined
    }
    const thread = new SigningThread()
    threads.add(thread)
    return thread
  }

  async function signIn(thread: SigningThread, batch: readonly Waiting[]): Promise<void> {
    const starts = await thread.sign(batch)
    if (thread.hasEnded && threads.delete(thread) && !isClosed) failures++
    for (const [index, job] of batch.entries()) settle(job, starts[index] ?? -1)
    distribute()
  }
}

/** Signs in this thread what no thread has signed. */
function settle(job: Waiting, start: number): void {
  try {
    job.resolve(start >= 0 ? start : signInPlace(job, job.message, job.signers))
  } catch (error) {
    job.reject(error)
  }
}
