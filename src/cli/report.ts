import { readEnvironment } from '../config/env.ts'
import { chooseLanguage } from '../config/language.ts'
import { outputFormats } from '../config/settings.ts'
import { Failure, failureTable } from '../core/failure.ts'
import { isLanguage, type Language } from '../core/language.ts'
import { stripControls } from '../core/safe-text.ts'
import type { FailureWords } from '../messages/failure-words.ts'
import { fill } from '../messages/fill.ts'
import { loadMessages, type Messages } from '../messages/index.ts'
import type { Host } from './host.ts'
import { chooseColor, loadPalette, type Palette } from './output/color.ts'

/** Says on standard error what went wrong, as a person or as JSON wants it. Returns the exit code. */
export async function report(host: Host, error: unknown): Promise<number> {
  const failure = error instanceof Failure ? error : new Failure('internal', {}, { cause: error })
  const exit = failureTable[failure.code].exit
  const words = await loadMessages(languageOf(host))
  if (wantsJson(host)) {
    host.stderr.write(`${JSON.stringify({ error: envelope(failure, words, exit) })}\n`)
  } else {
    const color = chooseColor('auto', { env: host.env, isTerminal: host.stderr.isTTY === true })
    host.stderr.write(sentences(failure, words, await loadPalette(color)))
  }
  return exit
}

/** The flags may be what is broken: the few that matter here are looked for in the raw words. */
function languageOf({ argv, env }: Host): Language {
  const flag = valueAfter(argv, '--lang')
  return chooseLanguage({ environment: readEnvironment(env), ...(isLanguage(flag) && { flag }) })
}

function wantsJson({ argv, env }: Host): boolean {
  if (argv.includes('--json')) return true
  const format = valueAfter(argv, '--output') ?? valueAfter(argv, '-o') ?? env.REMITE_OUTPUT
  return (
    outputFormats.some((known) => known === format) && (format === 'json' || format === 'ndjson')
  )
}

function valueAfter(argv: readonly string[], flag: string): string | undefined {
  const joined = argv.find((word) => word.startsWith(`${flag}=`))
  if (joined) return joined.slice(flag.length + 1)
  const at = argv.indexOf(flag)
  return at < 0 ? undefined : argv[at + 1]
}

function envelope(
  { code, details, cause }: Failure,
  { failures, problems }: Messages,
  exit: number,
) {
  const { title, sentence, hint }: FailureWords = failures[code]
  const { values = {}, problems: found = [] } = details
  const { serverCode, message, status, requestId } = values
  return {
    code: serverCode ?? code,
    message: title,
    detail: stripControls(fill(sentence, values)),
    ...(message !== undefined && { server_message: stripControls(String(message)) }),
    ...(hint !== undefined && { suggestion: fill(hint, values) }),
    ...(status !== undefined && { status }),
    ...(requestId !== undefined && { request_id: requestId }),
    retryable: exit === 10 || exit === 11,
    exit_code: exit,
    fields: found.map(({ field, code: problem, values: limits }) => ({
      path: field,
      code: problem,
      message: fill(problems[problem], limits),
    })),
    ...(code === 'internal' && cause instanceof Error && { cause: cause.message }),
  }
}

function sentences({ code, details, cause }: Failure, words: Messages, palette: Palette): string {
  const { title, sentence, hint }: FailureWords = words.failures[code]
  const { values = {}, problems = [] } = details
  const { message, requestId, status } = values
  const lines = [
    `${palette.error(words.run.error)} ${palette.bold(title)}`,
    `  ${stripControls(fill(sentence, values))}`,
  ]
  for (const { field, code: problem, values: limits } of problems) {
    lines.push(`  ${field}: ${fill(words.problems[problem], limits)}`)
  }
  if (message !== undefined)
    lines.push(`  ${fill(words.run.serverSays, { message: stripControls(String(message)) })}`)
  if (code === 'internal' && cause instanceof Error) lines.push(`  ${stripControls(cause.message)}`)
  if (hint !== undefined) lines.push(`  ${palette.dim(words.run.try)} ${fill(hint, values)}`)
  if (requestId !== undefined) {
    lines.push(`  ${palette.dim(fill(words.run.request, { requestId, status: status ?? '' }))}`)
  }
  return `${lines.join('\n')}\n`
}
