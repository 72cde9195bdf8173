import type { Endpoint } from '../../contract/endpoint.ts'
import { endpoints } from '../../contract/index.ts'
import { type Language, languages } from '../../core/language.ts'
import { commandReference as referenceEn } from '../../messages/en/command-reference.ts'
import { commands as commandsEn } from '../../messages/en/commands.ts'
import { endpoints as endpointsEn } from '../../messages/en/endpoints.ts'
import { fieldMessage, messageOf } from '../../messages/endpoints.ts'
import { commandReference as referenceEs } from '../../messages/es/command-reference.ts'
import { commands as commandsEs } from '../../messages/es/commands.ts'
import { endpoints as endpointsEs } from '../../messages/es/endpoints.ts'
import { type AnyCommand, nameOfPositional } from '../command/command.ts'
import { commandPaths, loadCommand } from '../commands/index.ts'
import { type Flag, flagsOf } from '../syntax/flag.ts'
import type { Verb } from '../syntax/verb.ts'
import { outputFields } from './output-fields.ts'
import { verbFailures } from './verb-failures.ts'

type Texts = Record<string, string>
interface CommandMessages {
  verbs: Texts
  options: Texts
  prints: Texts
}

const commandMessages: Record<Language, CommandMessages> = { en: commandsEn, es: commandsEs }
const argumentMessages: Record<Language, Texts> = {
  en: referenceEn.arguments,
  es: referenceEs.arguments,
}
const endpointMessages = { en: endpointsEn, es: endpointsEs }

/**
 * Returns the declarations of all verbs with their messages in every language, for the generated
 * tree.
 */
export const makeTree = (): Promise<Verb[]> =>
  Promise.all(
    commandPaths.map(async (path) => {
      const command = await loadCommand(path)
      if (!command) throw new Error(`no command for ${path}`) // the path is from the same table
      return verbOf(path, command)
    }),
  )

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
    summary: inEachLanguage((language) => summaryOf(path, endpoint, language)),
    positionals: positionals.map((name: string) => ({
      key: nameOfPositional(name),
      required: !name.endsWith('?'),
      ...(name.replace('?', '').endsWith('...') && { isRest: true }),
      help: inEachLanguage((language) =>
        argumentHelp(path, nameOfPositional(name), endpoint, language),
      ),
    })),
    flags: flags.map((flag) => ({
      ...flag,
      help: inEachLanguage((language) => helpOf(path, flag, endpoint, language)),
    })),
    examples: command.examples,
    output: outputFields(command).map(({ name }) => name),
    ...(commandMessages.en.prints[path] && {
      prints: inEachLanguage((language) => commandMessages[language].prints[path] ?? ''),
    }),
    failures: verbFailures(command, flags),
    ...(endpoint && { endpoint: nameOf(endpoint).id, effect: endpoint.effect }),
    ...(isDefault && { isDefault }),
  }
}

const inEachLanguage = (say: (language: Language) => string): Record<Language, string> =>
  Object.fromEntries(languages.map((language) => [language, say(language)])) as Record<
    Language,
    string
  >

/** Returns the message of the verb, else that of its endpoint. */
function summaryOf(path: string, endpoint: Endpoint | undefined, language: Language): string {
  const { noun, verb } = nameOf(endpoint)
  return (
    commandMessages[language].verbs[path] ??
    messageOf(endpointMessages[language], noun, verb).summary
  )
}

/** Returns the message of the option, else that of the API field. */
function helpOf(path: string, flag: Flag, endpoint: Endpoint | undefined, language: Language) {
  const { options } = commandMessages[language]
  const { noun } = nameOf(endpoint)
  const help =
    options[`${path} ${flag.key}`] ??
    options[flag.key] ??
    fieldMessage(endpointMessages[language], noun, flag.key)
  if (help === undefined) throw new Error(`no ${language} message for: ${path} --${flag.name}`)
  return help
}

/** Returns the message of the argument, else that of the API field. */
function argumentHelp(
  path: string,
  key: string,
  endpoint: Endpoint | undefined,
  language: Language,
) {
  const messages = argumentMessages[language]
  const { noun } = nameOf(endpoint)
  const help =
    messages[`${path} ${key}`] ??
    fieldMessage(endpointMessages[language], noun, key) ??
    messages[key]
  if (help === undefined) throw new Error(`no ${language} message for: ${path} ${key}`)
  return help
}

const nameOf = (endpoint: Endpoint | undefined) =>
  endpoints.find((named) => named.endpoint === endpoint) ?? { id: '', noun: '', verb: '' }
