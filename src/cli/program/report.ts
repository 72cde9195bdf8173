import { type ColorChoice, colorChoices, outputFormats } from '../../config/choices.ts'
import { readEnvironment } from '../../config/env.ts'
import { configFolder } from '../../config/folders.ts'
import { openProfiles } from '../../config/profiles.ts'
import { languageFor } from '../../config/settings.ts'
import { Failure, failureTable } from '../../core/failure.ts'
import { isLanguage, type Language } from '../../core/language.ts'
import { fill } from '../../messages/fill.ts'
import { loadMessages, type Messages } from '../../messages/index.ts'
import type { Host } from '../host/host.ts'
import { chooseColor, loadPalette, type Palette } from '../output/color.ts'
import { explain } from '../output/explain-failure.ts'
import { toJson } from '../output/json.ts'

/** Writes an error to standard error, as text or as JSON. Returns the exit code. */
export async function report(host: Host, error: unknown): Promise<number> {
  const failure = error instanceof Failure ? error : new Failure('internal', {}, { cause: error })
  const exit = failureTable[failure.code].exit
  const messages = await loadMessages(languageOf(host))
  if (wantsJson(host)) {
    host.stderr.write(`${toJson({ error: envelope(failure, messages, exit) })}\n`)
  } else {
    const isTerminal = host.stderr.isTTY === true
    const color = chooseColor(colorOf(host), { env: host.env, isTerminal })
    host.stderr.write(sentences(failure, messages, await loadPalette(color)))
  }
  return exit
}

/** Reads the language from raw arguments, because the error may be that the flags cannot be parsed. */
export function languageOf({ argv, env, machine, clock }: Host): Language {
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
  const index = argv.indexOf(flag)
  return index < 0 ? undefined : argv[index + 1]
}

function envelope(failure: Failure, messages: Messages, exit: number) {
  const explained = explain(failure, messages)
  // JSON omits what is undefined.
  return {
    code: explained.code,
    message: explained.title,
    detail: explained.detail,
    server_message: explained.serverMessage,
    suggestion: explained.advice,
    status: explained.status,
    request_id: explained.requestId,
    retryable: exit === 10 || exit === 11,
    exit_code: exit,
    fields: explained.problems,
    cause: explained.cause,
  }
}

function sentences(failure: Failure, messages: Messages, palette: Palette): string {
  const explained = explain(failure, messages)
  const { run } = messages
  const lines = [`${palette.error(run.error)} ${palette.bold(explained.title)}`, explained.detail]
  for (const { path, message } of explained.problems) lines.push(`${path}: ${message}`)
  if (explained.serverMessage)
    lines.push(fill(run.serverSays, { message: explained.serverMessage }))
  if (explained.cause) lines.push(explained.cause)
  if (explained.advice) lines.push(`${palette.dim(run.try)} ${explained.advice}`)
  if (explained.requestId) {
    const { requestId, status = '' } = explained
    lines.push(palette.dim(fill(run.request, { requestId, status })))
  }
  return `${lines.join('\n  ')}\n`
}
