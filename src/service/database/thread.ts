import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { threadFile } from '../host.ts'
import type { Question, Reply } from './database-thread.ts'
import { type Answered, flatten } from './sqlite.ts'

/** Rows on their way live for a moment; left to themselves, the threads keep tens of MB for such. */
const maxYoungGenerationSizeMb = 8

/** An SQLite file that is open in a thread of its own, for reading or for writing. */
export class DatabaseThread {
  readonly #worker: Worker
  /**
   * In the order of their questions, which is that of the answers. No map by number: one that is always
   * filled and emptied leaves a trail of former tables, by which V8 keeps whatever waited until it next
   * looks through everything, tens of MB later.
   */
  readonly #waiting: ((reply: Reply) => void)[] = []
  /** Why it answers no more. */
  #end: string | undefined

  constructor(file: string, { readOnly = false } = {}) {
    this.#worker = new Worker(threadFile('database-thread'), {
      workerData: { file, readOnly },
      resourceLimits: { maxYoungGenerationSizeMb },
    })
    this.#worker.unref()
    this.#worker.on('message', (reply: Reply) => this.#tell(reply))
    this.#worker.on('error', (error) => this.#fail(error.message))
    this.#worker.on('exit', () => this.#fail('the database is closed'))
  }

  /** Questions without an answer yet. */
  get load(): number {
    return this.#waiting.length
  }

  ask(text: string, parameters: readonly unknown[]): Promise<Answered> {
    if (this.#end !== undefined) return Promise.reject(new Error(this.#end))
    const binds = flatten(parameters)
    return new Promise((resolve, reject) => {
      this.#waiting.push((reply) =>
        'answer' in reply ? resolve(reply.answer) : reject(new Error(reply.error)),
      )
      // Whoever waits for an answer keeps the process; a thread that is only there does not.
      this.#worker.ref()
      this.#worker.postMessage({ text, binds } satisfies Question)
    })
  }

  /** Closes the file after the last answer. */
  async end(): Promise<void> {
    if (this.#end !== undefined) return
    const ended = once(this.#worker, 'exit')
    this.#worker.ref()
    this.#worker.postMessage('close')
    await ended
  }

  #tell(reply: Reply): void {
    this.#waiting.shift()?.(reply)
    if (this.#waiting.length === 0) this.#worker.unref()
  }

  #fail(error: string): void {
    this.#end ??= error
    while (this.#waiting.length > 0) this.#tell({ error })
  }
}
