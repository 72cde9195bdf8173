import { type ColorChoice, colorChoices, outputFormats } from '../config/choices.ts'
import { readEnvironment } from '../config/env.ts'
import { configFolder } from '../config/folders.ts'
import { openProfiles } from '../config/profiles.ts'
import { languageFor } from '../config/settings.ts'
import { Failure, failureTable, type Values } from '../core/failure.ts'
import { isLanguage, type Language } from '../core/language.ts'
import { stripControls } from '../core/safe-text.ts'
import type { FailureWords } from '../messages/failure-words.ts'
import { fill } from '../messages/fill.ts'
import { loadMessages, type Messages } from '../messages/index.ts'
import type { Host } from './host.ts'
import { chooseColor, loadPalette, type Palette } from './output/color.ts'
import { toJson } from './output/json.ts'

/** Says on standard error what went wrong, as a person or as JSON wants it. Returns the exit code. */
export async function report(host: Host, error: unknown): Promise<number> {
  const failure = error instanceof Failure ? error : new Failure('internal', {}, { cause: error })
  const exit = failureTable[failure.code].exit
  const words = await loadMessages(languageOf(host))
  if (wantsJson(host)) {
    host.stderr.write(`${toJson({ error: envelope(failure, words, exit) })}\n`)
  } else {
    const isTerminal = host.stderr.isTTY === true
    const color = chooseColor(colorOf(host), { env: host.env, isTerminal })
    host.stderr.write(sentences(failure, words, await loadPalette(color)))
  }
  return exit
}

/** The flags may be what is broken: the few that matter here are looked for in the raw words. */
function languageOf({ argv, env, machine, clock }: Host): Language {
  const lang = valueAfter(argv, '--lang')
  const profile = valueAfter(argv, '--profile')
  const environment = readEnvironment(env)
  const folder = configFolder(environment, machine)
  const profiles = openProfiles({ folder, clock, mayBeBroken: true })
  const flags = { ...(isLanguage(lang) && { lang }), ...(profile !== undefined && { profile }) }
  return languageFor({ flags, environment, profiles }).value
}

function colorOf({ argv }: Host): ColorChoice {
  const flag = valueAfter(argv, '--color')
  return colorChoices.find((choice) => choice === flag) ?? 'auto'
}

function wantsJson({ argv, env }: Host): boolean {
  if (argv.includes('--json') || valueAfter(argv, '--jq') !== undefined) return true
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

/** A failure in words, once, for both ways of writing it. */
export function explain({ code, details, cause }: Failure, words: Messages) {
  const { title, sentence, hint }: FailureWords = words.failures[code]
  const { values = {}, problems = [], server } = details
  const detail = stripControls(detailOf(sentence, values, words))
  return {
    code: server?.code ?? code,
    title,
    detail,
    problems: problems.map(({ field, code: problem, values: limits, message }) => ({
      path: field,
      code: problem,
      message: stripControls(message ?? fill(words.problems[problem], limits)),
    })),
    // Our own server says it in our own words.
    serverMessage: server?.message === detail ? undefined : safe(server?.message),
    advice: safe(adviceOf(hint, values)),
    status: server?.status,
    requestId: safe(server?.requestId),
    // Of a bug only this is known; a person can send it to us.
    cause: code === 'internal' && cause instanceof Error ? safe(cause.message) : undefined,
  }
}

const safe = (text: string | undefined): string | undefined => text && stripControls(text)

/** What is wrong with the use of a table has sentences of its own. */
function detailOf(sentence: string, values: Values, { tableUsage }: Messages): string {
  const reasons: Record<string, string> = tableUsage
  return fill(reasons[String(values.reason)] ?? sentence, values)
}

/** The command that goes on with what stopped, where there is one, before any general hint. */
const adviceOf = (hint: string | undefined, values: Values): string | undefined =>
  values.resume !== undefined ? String(values.resume) : hint && fill(hint, values)

function envelope(failure: Failure, words: Messages, exit: number) {
  const said = explain(failure, words)
  // What is not known is left out by JSON itself.
  return {
    code: said.code,
    message: said.title,
    detail: said.detail,
    server_message: said.serverMessage,
    suggestion: said.advice,
    status: said.status,
    request_id: said.requestId,
    retryable: exit === 10 || exit === 11,
    exit_code: exit,
    fields: said.problems,
    cause: said.cause,
  }
}

function sentences(failure: Failure, words: Messages, palette: Palette): string {
  const said = explain(failure, words)
  const { run } = words
  const lines = [`${palette.error(run.error)} ${palette.bold(said.title)}`, said.detail]
  for (const { path, message } of said.problems) lines.push(`${path}: ${message}`)
  if (said.serverMessage) lines.push(fill(run.serverSays, { message: said.serverMessage }))
  if (said.cause) lines.push(said.cause)
  if (said.advice) lines.push(`${palette.dim(run.try)} ${said.advice}`)
  if (said.requestId) {
    const { requestId, status = '' } = said
    lines.push(palette.dim(fill(run.request, { requestId, status })))
  }
  return `${lines.join('\n  ')}\n`
}
