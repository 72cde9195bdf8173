import { Worker } from 'node:worker_threads'
import { threadFile } from '../host.ts'
import { SentSigners, SentValues } from './sent-values.ts'
import type { SigningJob, SigningReply, SigningRequest } from './serve-signing.ts'
import type { Memory, PlacedMessage } from './sign-in-place.ts'
import type { PrivateSigner } from './sign-message.ts'

/** Relaxing a large body takes more memory than the rest; that is outside of the heap. */
const resourceLimits = { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 4 }

/** How many memories and domains a thread keeps. Very long messages have memory of their own. */
const maxSent = 200

const nothing: SigningReply = new Int32Array()

export interface PlacedJob extends Memory {
  message: PlacedMessage
  signers: readonly PrivateSigner[]
}

/** A thread that signs messages in the memory that it shares with this one. */
export class SigningThread {
  readonly #worker = new Worker(threadFile('signing-thread'), { resourceLimits })
  /** The batches that are not answered, oldest first. */
  readonly #waiting: ((reply: SigningReply) => void)[] = []
  readonly #memories = new SentValues<ArrayBufferLike>()
  readonly #domains = new SentValues<string>()
  readonly #signers = new SentSigners()
  hasEnded = false

  constructor() {
    this.#worker.unref()
    this.#worker.on('message', (reply: SigningReply) => this.#answer(reply))
    this.#worker.on('error', () => this.#end())
    this.#worker.on('exit', () => this.#end())
  }

  /** How many batches are not answered. */
  get load(): number {
    return this.#waiting.length
  }

  /** Returns where the signatures of each message start; -1 or nothing for one that was not signed. */
  sign(batch: readonly PlacedJob[]): Promise<SigningReply> {
    if (this.hasEnded) return Promise.resolve(nothing)
    const isAnew = this.#memories.size + this.#domains.size > maxSent
    if (isAnew) for (const sent of [this.#memories, this.#domains, this.#signers]) sent.clear()
    const jobs = batch.map(({ bytes, length, message, signers }): SigningJob => {
      const { start, bodyStart, domain, now } = message
      const memory = this.#memories.positionOf(bytes.buffer)
      const by = this.#signers.positionOf(signers)
      return [memory, this.#domains.positionOf(domain), by, start, bodyStart, length, now]
    })
    const request: SigningRequest = {
      isAnew,
      memories: this.#memories.takeNew(),
      domains: this.#domains.takeNew(),
      signers: this.#signers.takeNew(),
      jobs: Float64Array.from(jobs.flat()),
    }
    // An unanswered batch keeps the process alive. An idle thread does not.
    if (this.#waiting.length === 0) this.#worker.ref()
    return new Promise((resolve) => {
      this.#waiting.push(resolve)
      this.#worker.postMessage(request)
    })
  }

  async close(): Promise<void> {
    this.#end()
    await this.#worker.terminate()
  }

  #answer(reply: SigningReply): void {
    this.#waiting.shift()?.(reply)
    if (this.#waiting.length === 0) this.#worker.unref()
  }

  #end(): void {
    this.hasEnded = true
    for (const resolve of this.#waiting.splice(0)) resolve(nothing)
    void this.#worker.terminate()
  }
}
