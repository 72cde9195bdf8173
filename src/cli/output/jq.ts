import startJq from 'jq-wasm/dist/build/jq.js'
import { Failure } from '../../core/failure.ts'
import { stripControls } from '../../core/safe-text.ts'
import { escapeControls, renderJson } from './json.ts'
import { renderNdjson } from './ndjson.ts'
import type { Render } from './render.ts'

/** jq's own exit code for an expression that it cannot read. */
const notCompiled = 3

/** jq has 256 MB of memory, and takes some eleven times a text to hold what it says. */
const largestText = 16_000_000

/** Before anything is sent: the expression is compiled, and run over nothing. */
export async function checkExpression(expression: string): Promise<void> {
  const { status, said } = await runJq(expression, '')
  if (status === notCompiled) throw new Failure('jq_unreadable', { values: { reason: said } })
}

/** The whole document, or with `isStreamed` each object by itself, through jq. */
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
 * What the expression makes of a JSON text, a result on each line: strings raw, everything else as
 * compact JSON. What came out before a failure is given before it is thrown.
 */
export async function* query(
  expression: string,
  json: string,
  { isTerminal }: { isTerminal: boolean },
): AsyncGenerator<string> {
  if (json.length > largestText) throw tooLarge()
  const { status, results, said } = await runJq(expression, json)
  // A pipe gets a string exactly as it is; a terminal would obey what is hidden in it.
  const raw = (text: string) => (isTerminal ? stripControls(text) : text)
  yield results
    .map((line) => `${line.startsWith('"') ? raw(JSON.parse(line)) : escapeControls(line)}\n`)
    .join('')
  // After an object that failed it goes on with the next, and forgets it in its exit code.
  if (status !== 0 || said.startsWith('jq: error')) {
    throw new Failure('jq_failed', { values: { reason: said } })
  }
}

async function wholeOf(pieces: AsyncIterable<string>): Promise<string> {
  let text = ''
  for await (const piece of pieces) {
    text += piece
    if (text.length > largestText) throw tooLarge()
  }
  return text
}

const tooLarge = (cause?: unknown): Failure =>
  new Failure('jq_too_large', { values: { megabytes: largestText / 1_000_000 } }, { cause })

interface Outcome {
  status: number
  /** Each as compact JSON. */
  results: readonly string[]
  /** What jq says of what went wrong. */
  said: string
}

/** Each run has an instance of its own: `main` leaves its words on a stack that holds a few hundred. */
async function runJq(expression: string, json: string): Promise<Outcome> {
  const input = Buffer.from(json)
  const output: number[] = []
  const errors: number[] = []
  let at = 0
  const jq = await startJq({
    stdin: () => (at < input.length ? input[at++] : null),
    stdout: (byte: number | null) => byte !== null && output.push(byte),
    stderr: (byte: number | null) => byte !== null && errors.push(byte),
    // The first hook that is called: the package's own streams copy all that is left with each byte.
    monitorRunDependencies(this: { preRun: unknown[] }) {
      this.preRun = []
    },
  })
  try {
    const status: number = jq.callMain(['-c', '--', expression])
    const results = textOf(output).split('\n').slice(0, -1)
    return { status, results, said: textOf(errors).trim().replace(/\s+/g, ' ') }
  } catch (error) {
    throw tooLarge(error) // it ends by itself otherwise
  }
}

const textOf = (bytes: readonly number[]): string => Buffer.from(bytes).toString()
