import startJq from 'jq-wasm/dist/build/jq.js'
import { Failure } from '../../core/failure.ts'
import { stripControls } from '../../core/safe-text.ts'
import { escapeControls, renderJson } from './json.ts'
import { renderNdjson } from './ndjson.ts'
import type { Render } from './render.ts'

/** jq's exit code for an invalid expression. */
const notCompiled = 3

/** jq has 256 MB of memory and needs about eleven times the size of a text. */
const maxTextLength = 16_000_000

/** Compiles the expression before anything is sent, and runs it on empty input. */
export async function checkExpression(expression: string): Promise<void> {
  const { status, message } = await runJq(expression, '')
  if (status === notCompiled) throw new Failure('jq_unreadable', { values: { reason: message } })
}

/** Filters the whole document through jq, or with `isStreamed` each object separately. */
export const renderJq = (expression: string, { isStreamed }: { isStreamed: boolean }): Render =>
  async function* (document, { fields, screen }) {
    const { isTerminal } = screen
    const options = { fields, screen: { ...screen, isTerminal: false } }
    if (!isStreamed) {
      return yield* query(expression, await wholeOf(renderJson(document, options)), { isTerminal })
    }
    for await (const lines of renderNdjson(document, options)) {
      if (lines !== '') yield* query(expression, lines, { isTerminal })
    }
  }

/**
 * Yields one result per line: strings raw, other values as compact JSON. Results before a failure
 * are yielded before it is thrown.
 */
export async function* query(
  expression: string,
  json: string,
  { isTerminal }: { isTerminal: boolean },
): AsyncGenerator<string> {
  if (json.length > maxTextLength) throw tooLarge()
  const { status, results, message } = await runJq(expression, json)
  // A pipe gets the unchanged string. A terminal would execute control sequences in it.
  const raw = (text: string) => (isTerminal ? stripControls(text) : text)
  yield results
    .map((line) => `${line.startsWith('"') ? raw(JSON.parse(line)) : escapeControls(line)}\n`)
    .join('')
  // After a failure jq continues with the next object and forgets the failure in its exit code.
  if (status !== 0 || message.startsWith('jq: error')) {
    throw new Failure('jq_failed', { values: { reason: message } })
  }
}

async function wholeOf(pieces: AsyncIterable<string>): Promise<string> {
  let text = ''
  for await (const piece of pieces) {
    text += piece
    if (text.length > maxTextLength) throw tooLarge()
  }
  return text
}

const tooLarge = (cause?: unknown): Failure =>
  new Failure('jq_too_large', { values: { megabytes: maxTextLength / 1_000_000 } }, { cause })

interface Outcome {
  status: number
  /** Compact JSON. */
  results: readonly string[]
  /** jq's error message. */
  message: string
}

/**
 * Starts a new instance for each run, because `main` leaves its arguments on a stack that holds a
 * few hundred.
 */
async function runJq(expression: string, json: string): Promise<Outcome> {
  const input = Buffer.from(json)
  const output: number[] = []
  const errors: number[] = []
  let offset = 0
  const jq = await startJq({
    stdin: () => (offset < input.length ? input[offset++] : null),
    stdout: (byte: number | null) => byte !== null && output.push(byte),
    stderr: (byte: number | null) => byte !== null && errors.push(byte),
    // The first hook that is called. The package's own streams copy the remaining input with every
    // byte.
    monitorRunDependencies(this: { preRun: unknown[] }) {
      this.preRun = []
    },
  })
  try {
    const status: number = jq.callMain(['-c', '--', expression])
    const results = textOf(output).split('\n').slice(0, -1)
    return { status, results, message: textOf(errors).trim().replace(/\s+/g, ' ') }
  } catch (error) {
    throw tooLarge(error) // jq only aborts when it runs out of memory
  }
}

const textOf = (bytes: readonly number[]): string => Buffer.from(bytes).toString()
