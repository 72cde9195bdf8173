import type { Endpoint } from '../contract/endpoint.ts'
import { endpoints } from '../contract/index.ts'
import { type Language, languages } from '../core/language.ts'
import { commands as commandsEn } from '../messages/en/commands.ts'
import { endpoints as endpointsEn } from '../messages/en/endpoints.ts'
import { fieldWords, wordsOf } from '../messages/endpoints.ts'
import { commands as commandsEs } from '../messages/es/commands.ts'
import { endpoints as endpointsEs } from '../messages/es/endpoints.ts'
import type { AnyCommand } from './command.ts'
import { commands } from './commands/index.ts'
import { type Flag, flagsOf } from './flag.ts'
import type { Verb } from './verb.ts'

type Words = Record<string, string>
interface OwnWords {
  verbs: Words
  options: Words
}

const own: Record<Language, OwnWords> = { en: commandsEn, es: commandsEs }
const endpointWords = { en: endpointsEn, es: endpointsEs }

/** What `tree.ts` is generated from: every declaration with its words in every language. */
export async function makeTree(): Promise<Verb[]> {
  return Promise.all(
    Object.entries(commands).map(async ([path, load]) => verbOf(path, (await load()).command)),
  )
}

function verbOf(path: string, command: AnyCommand): Verb {
  const { endpoint, positionals = [], fields = {}, options = {}, aliases = [], isDefault } = command
  const names: string[] = positionals.map((name: string) => name.replace('?', ''))
  const own = Object.entries(options as Record<string, Omit<Flag, 'name' | 'key'>>)
  const flags: Flag[] = [
    ...(endpoint ? flagsOf(endpoint, { fields, positionals: names }) : []),
    ...own.map(([key, option]) => ({ name: key, key, ...option })),
  ]
  return {
    path,
    aliases,
    summary: said((language) => summaryOf(path, endpoint, language)),
    positionals: positionals.map((name: string) => ({
      key: name.replace('?', ''),
      required: !name.endsWith('?'),
    })),
    flags: flags.map((flag) => ({
      ...flag,
      help: said((language) => helpOf(path, flag, endpoint, language)),
    })),
    examples: command.examples,
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

const nameOf = (endpoint: Endpoint | undefined) =>
  endpoints.find((named) => named.endpoint === endpoint) ?? { id: '', noun: '', verb: '' }
