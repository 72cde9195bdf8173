import type { Endpoint } from '../contract/endpoint.ts'
import { endpoints } from '../contract/index.ts'
import { type Language, languages } from '../core/language.ts'
import { commandReference as referenceEn } from '../messages/en/command-reference.ts'
import { commands as commandsEn } from '../messages/en/commands.ts'
import { endpoints as endpointsEn } from '../messages/en/endpoints.ts'
import { fieldWords, wordsOf } from '../messages/endpoints.ts'
import { commandReference as referenceEs } from '../messages/es/command-reference.ts'
import { commands as commandsEs } from '../messages/es/commands.ts'
import { endpoints as endpointsEs } from '../messages/es/endpoints.ts'
import { type AnyCommand, nameOfPositional } from './command.ts'
import { commands } from './commands/index.ts'
import { type Flag, flagsOf } from './flag.ts'
import { outputFields } from './output-fields.ts'
import type { Verb } from './verb.ts'
import { verbFailures } from './verb-failures.ts'

type Words = Record<string, string>
interface OwnWords {
  verbs: Words
  options: Words
  prints: Words
}

const own: Record<Language, OwnWords> = { en: commandsEn, es: commandsEs }
const wordsByName: Record<Language, Words> = { en: referenceEn.words, es: referenceEs.words }
const endpointWords = { en: endpointsEn, es: endpointsEs }

/** What `tree.ts` is generated from: every declaration with its words in every language. */
export async function makeTree(): Promise<Verb[]> {
  return Promise.all(
    Object.entries(commands).map(async ([path, load]) => verbOf(path, (await load()).command)),
  )
}

function verbOf(path: string, command: AnyCommand): Verb {
  const { endpoint, positionals = [], fields = {}, options = {}, aliases = [], isDefault } = command
  const names: string[] = positionals.map(nameOfPositional)
  const chosen = Object.entries(options as Record<string, Omit<Flag, 'name' | 'key'>>)
  const flags: Flag[] = [
    ...(endpoint ? flagsOf(endpoint, { fields, positionals: names }) : []),
    ...chosen.map(([key, option]) => ({ name: key, key, ...option })),
  ]
  return {
    path,
    aliases,
    summary: said((language) => summaryOf(path, endpoint, language)),
    positionals: positionals.map((name: string) => ({
      key: nameOfPositional(name),
      required: !name.endsWith('?'),
      ...(name.endsWith('...') && { isRest: true }),
      help: said((language) => wordHelp(path, nameOfPositional(name), endpoint, language)),
    })),
    flags: flags.map((flag) => ({
      ...flag,
      help: said((language) => helpOf(path, flag, endpoint, language)),
    })),
    examples: command.examples,
    output: outputFields(command).map(({ name }) => name),
    ...(own.en.prints[path] && { prints: said((language) => own[language].prints[path] ?? '') }),
    failures: verbFailures(command, flags),
    ...(endpoint && { endpoint: nameOf(endpoint).id, effect: endpoint.effect }),
    ...(isDefault && { isDefault }),
  }
}

const said = (say: (language: Language) => string): Record<Language, string> =>
  Object.fromEntries(languages.map((language) => [language, say(language)])) as Record<
    Language,
    string
  >

/** A verb's own words, else those of its endpoint. */
function summaryOf(path: string, endpoint: Endpoint | undefined, language: Language): string {
  const { noun, verb } = nameOf(endpoint)
  return own[language].verbs[path] ?? wordsOf(endpointWords[language], noun, verb).summary
}

/** An option's words, else those of the field on the wire. */
function helpOf(path: string, flag: Flag, endpoint: Endpoint | undefined, language: Language) {
  const { options } = own[language]
  const { noun } = nameOf(endpoint)
  const help =
    options[`${path} ${flag.key}`] ??
    options[flag.key] ??
    fieldWords(endpointWords[language], noun, flag.key)
  if (help === undefined) throw new Error(`no ${language} words for: ${path} --${flag.name}`)
  return help
}

/** A positional's own words, else those of the field on the wire. */
function wordHelp(path: string, key: string, endpoint: Endpoint | undefined, language: Language) {
  const words = wordsByName[language]
  const { noun } = nameOf(endpoint)
  const help =
    words[`${path} ${key}`] ?? fieldWords(endpointWords[language], noun, key) ?? words[key]
  if (help === undefined) throw new Error(`no ${language} words for: ${path} ${key}`)
  return help
}

const nameOf = (endpoint: Endpoint | undefined) =>
  endpoints.find((named) => named.endpoint === endpoint) ?? { id: '', noun: '', verb: '' }
