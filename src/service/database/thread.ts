import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { afterPromises, threadFile } from '../host.ts'
import type { SqliteStatement } from './batches/sqlite-batch.ts'
import type { Question, Reply } from './database-thread.ts'
import type { Bind, QueryAnswer } from './sqlite.ts'

/**
 * Rows in transit live only for a moment. Without this limit, a thread keeps tens of MB for them.
 */
const maxYoungGenerationSizeMb = 8

/** An SQLite file that is open in a separate thread, for reading or for writing. */
export class DatabaseThread {
  readonly #worker: Worker
  /**
   * In the order of the questions, which is the order of the replies. Not a Map by number: one that
   * is constantly filled and emptied leaves old tables behind, and V8 keeps everything they refer
   * to until its next full collection, tens of MB later.
   */
  readonly #waiting: ((reply: Reply) => void)[] = []
  /** Not sent yet. */
  #questions: Question[] = []
  /** Why the thread no longer answers. */
  #end: string | undefined

  constructor(file: string, { readOnly = false } = {}) {
    this.#worker = new Worker(threadFile('database-thread'), {
      workerData: { file, readOnly },
      resourceLimits: { maxYoungGenerationSizeMb },
    })
    this.#worker.unref()
    this.#worker.on('message', (replies: readonly Reply[]) => {
      for (const reply of replies) this.#answer(reply)
    })
    this.#worker.on('error', (error) => this.#fail(error.message))
    this.#worker.on('exit', () => this.#fail('the database is closed'))
  }

  /** Whether it answers no more. */
  get hasEnded(): boolean {
    return this.#end !== undefined
  }

  async ask(text: string, binds: readonly Bind[] = []): Promise<QueryAnswer> {
    const reply = await this.#post({ text, binds })
    if ('answer' in reply) return reply.answer
    throw errorOf(reply)
  }

  /** Runs statements in one transaction. Returns false if an expectation is not met. */
  async runAtOnce(statements: readonly SqliteStatement[]): Promise<boolean> {
    const reply = await this.#post({ statements })
    if ('isDone' in reply) return reply.isDone
    throw errorOf(reply)
  }

  #post(question: Question): Promise<Reply> {
    if (this.#end !== undefined) return Promise.resolve({ error: this.#end })
    return new Promise((resolve) => {
      this.#waiting.push(resolve)
      // A pending question keeps the process alive. An idle thread does not.
      if (this.#waiting.length === 1) this.#worker.ref()
      this.#questions.push(question)
      // After all code that can run now: waking a thread takes longer than a short statement.
      if (this.#questions.length === 1) afterPromises(() => this.#send())
    })
  }

  #send(): void {
    if (this.#questions.length === 0) return
    const questions = this.#questions
    this.#questions = []
    this.#worker.postMessage(questions)
  }

  /** Closes the file after the last answer. */
  async end(): Promise<void> {
    if (this.#end !== undefined) return
    const ended = once(this.#worker, 'exit')
    this.#worker.ref()
    this.#send()
    this.#worker.postMessage('close')
    await ended
  }

  #answer(reply: Reply): void {
    this.#waiting.shift()?.(reply)
    if (this.#waiting.length === 0) this.#worker.unref()
  }

  #fail(error: string): void {
    this.#end ??= error
    while (this.#waiting.length > 0) this.#answer({ error })
  }
}

const errorOf = (reply: Reply): Error =>
  new Error('error' in reply ? reply.error : 'the database thread gave another answer')
