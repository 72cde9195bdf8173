import { type ColorChoice, colorChoices, outputFormats } from '../../config/choices.ts'
import { readEnvironment } from '../../config/env.ts'
import { configFolder } from '../../config/folders.ts'
import { openProfiles } from '../../config/profiles.ts'
import { languageFor } from '../../config/settings.ts'
import { hideSecrets } from '../../core/credentials/secret-text.ts'
import { Failure, failureTable, type Values } from '../../core/failure.ts'
import { foldHeading } from '../../core/fold-name.ts'
import { likelyWord } from '../../core/foreign-tags/likeness.ts'
import { isLanguage, type Language } from '../../core/language.ts'
import { stripControls } from '../../core/safe-text.ts'
import { fill } from '../../messages/fill.ts'
import { loadMessages, type Messages } from '../../messages/index.ts'
import { readableValues } from '../../messages/readable-values.ts'
import { nounOf, plainWords, verbAt, verbOf } from '../help/command-line.ts'
import { termOf } from '../help/flag-text.ts'
import { argumentOf } from '../help/verb-page.ts'
import type { Host } from '../host/host.ts'
import { columnsOf } from '../host/terminal-size.ts'
import { chooseColor, loadPalette, type Palette } from '../output/color.ts'
import { explain } from '../output/explain-failure.ts'
import { toJson } from '../output/json.ts'
import { wrapSentences } from '../output/width.ts'
import { shellQuoted } from '../sending/rerun-command.ts'
import type { Verb } from '../syntax/verb.ts'
import { normalizeArgv } from './normalize-argv.ts'
import { subjectOf } from './problem-subject.ts'

/** Writes an error to standard error, as text or as JSON. Returns the exit code. */
export async function report(host: Host, error: unknown): Promise<number> {
  const messages = await loadMessages(languageOf(host))
  const failure =
    error instanceof Failure
      ? withSuggestion(error, messages)
      : new Failure('internal', {}, { cause: error })
  const exit = failureTable[failure.code].exit
  const language = languageOf(host)
  const readable = (values: Values) =>
    wantsJson(host) ? values : readableValues(values, language, stateWords(messages))
  const explained = explain(failure, messages, aroundOf(host.argv, language), readable)
  if (wantsJson(host)) {
    host.stderr.write(`${withoutKeys(toJson({ error: envelope(explained, exit) }))}\n`)
  } else if (!failure.details.isExpected) {
    const isTerminal = host.stderr.isTTY === true
    const color = chooseColor(colorOf(host), { env: host.env, isTerminal })
    const subjects = {
      subject: (path: string) => subjectOf(path, typedVerb(host.argv), languageOf(host)),
    }
    const palette = await loadPalette(color)
    const text = withoutKeys(sentences(explained, messages, { ...subjects, palette }))
    host.stderr.write(isTerminal ? wrapSentences(text, columnsOf(host.stderr, host.stdout)) : text)
    if (failure.code === 'internal' && host.argv.includes('--debug')) writeStack(host, failure)
  }
  return exit
}

/** An error repeats what was typed, and an API key that was typed by mistake stays secret. */
const withoutKeys = (text: string): string => hideSecrets(text, '***')

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

/** Adds the choice that a wrong value is like. The parser does not, because most runs do not need it. */
function withSuggestion(given: Failure, { headers }: Messages): Failure {
  const { code, details } = given
  const { word, choices, suggestion, fields, known } = details.values ?? {}
  if (suggestion !== undefined) return given
  let likely: string | undefined
  if (code === 'not_a_choice') likely = likelyChoice(String(word), String(choices).split(', '))
  // People type the heading that a table shows for a field.
  if (code === 'unknown_output_field') {
    const typed = foldHeading(String(fields).replace(/,.*/, ''))
    const headings: Readonly<Record<string, string>> = headers
    likely = String(known)
      .split(', ')
      .find((field) => headings[field] !== undefined && foldHeading(headings[field]) === typed)
  }
  if (likely === undefined) return given
  const values = { ...details.values, suggestion: likely }
  return new Failure(code, { ...details, values }, { cause: given })
}

/** `import` means `importing`, if no other choice begins with it. */
function likelyChoice(word: string, choices: readonly string[]): string | undefined {
  const [longer, other] = choices.filter((choice) => choice.startsWith(word.toLowerCase()))
  const isClear = word.length >= 3 && other === undefined
  return likelyWord(word, choices) ?? (isClear ? longer : undefined)
}

type Explained = ReturnType<typeof explain>

/**
 * What hints can name: the command, its help, how it is used, its arguments as typed, its flags as `--name`, and the
 * commands that help with it.
 */
function aroundOf(typed: readonly string[], language: Language): Values {
  const words = plainWords(normalizeArgv(typed))
  const verb = verbOf(words)
  if (!verb) return { help: ['remite', nounOf(words), '--help'].filter(Boolean).join(' '), doctor }
  const { path, flags, positionals } = verb
  const given = words.slice(
    verbAt(words) ? path.split(' ').length : nounOf(words).split(' ').length,
  )
  const noun = path.split(' ').slice(0, -1).join(' ')
  // A verb about a campaign can name the campaigns.
  const isOfNoun = noun.endsWith(`${positionals[0]?.reference}s`)
  const list = `${noun} list`
  return {
    path,
    help: `remite ${path} --help`,
    usage: [
      ...['remite', path, ...positionals.map((each) => argumentOf(each, language))],
      ...flags.filter(({ required }) => required).map((flag) => termOf(flag, language)),
    ].join(' '),
    ...(isOfNoun && runsAlone(verbAt(list.split(' '))) && { list: `remite ${list}` }),
    ...(path !== 'doctor' && { doctor }),
    ...Object.fromEntries(flags.map(({ name }) => [`--${name}`, `--${name}`])),
    ...Object.fromEntries(
      positionals.flatMap(({ key }, index) => {
        const word = given[index]
        return word === undefined ? [] : [[key, shellQuoted(word)]]
      }),
    ),
  }
}

/** Whether a verb exists and needs no flags. */
const runsAlone = (verb: Verb | undefined): boolean =>
  verb?.flags.every(({ required }) => !required) === true

const doctor = 'remite doctor'

/** A person who reports a fault of the program needs the place of the error. */
function writeStack({ stderr }: Host, { cause }: Failure): void {
  if (cause instanceof Error && cause.stack) stderr.write(`${stripControls(cause.stack)}\n`)
}

function envelope(explained: Explained, exit: number) {
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

const stateWords = ({ values }: Messages): Readonly<Record<string, string>> => ({
  ...values.status,
  ...values.automation_status,
  ...values.job_status,
  ...values.campaign_status,
})

/** The verb of the command line, whose flags name the fields of a request. */
const typedVerb = (argv: readonly string[]) => verbOf(plainWords(normalizeArgv(argv)))

interface Wording {
  /** Returns what was typed for the path of a problem. */
  subject: (path: string) => string
  palette: Palette
}

function sentences(
  explained: Explained,
  messages: Messages,
  { subject, palette }: Wording,
): string {
  const { run, terminal } = messages
  const lines = explained.isWarning
    ? [`${palette.warning(terminal.warning)} ${explained.detail}`]
    : [
        `${palette.error(run.error)} ${palette.bold(explained.title)}`,
        // Some titles say everything.
        ...(explained.detail === `${explained.title}.` ? [] : [explained.detail]),
      ]
  for (const { path, message } of explained.problems) lines.push(`${subject(path)}: ${message}`)
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
