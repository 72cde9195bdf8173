import type { Endpoint } from '../../contract/endpoint.ts'
import { fieldsOf } from '../../contract/field.ts'
import { endpoints } from '../../contract/index.ts'
import { type Language, languages } from '../../core/language.ts'
import { commandReference as referenceEn } from '../../messages/en/command-reference.ts'
import { commands as commandsEn } from '../../messages/en/commands.ts'
import { endpoints as endpointsEn } from '../../messages/en/endpoints.ts'
import { fieldMessage, messageOf } from '../../messages/endpoints.ts'
import { commandReference as referenceEs } from '../../messages/es/command-reference.ts'
import { commands as commandsEs } from '../../messages/es/commands.ts'
import { endpoints as endpointsEs } from '../../messages/es/endpoints.ts'
import { type AnyCommand, nameOfPositional, referenceOfPositional } from '../command/command.ts'
import { commandPaths, loadCommand } from '../commands/index.ts'
import { type Flag, flagsOf } from '../syntax/flag.ts'
import { aliasesOf } from '../syntax/synonyms.ts'
import type { Verb } from '../syntax/verb.ts'
import { outputFields } from './output-fields.ts'
import { usedFlags } from './used-flags.ts'
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
const referenceMessages = { en: referenceEn.references, es: referenceEs.references }
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
    aliases: allAliases(path, aliases),
    summary: inEachLanguage((language) => summaryOf(path, endpoint, language)),
    positionals: positionals.map((name: string) => ({
      key: nameOfPositional(name),
      required: !name.endsWith('?'),
      ...(name.replace('?', '').endsWith('...') && { isRest: true }),
      ...choicesOf(nameOfPositional(name), command),
      ...referenceIn(command, nameOfPositional(name)),
      help: inEachLanguage((language) =>
        argumentHelp(path, nameOfPositional(name), command, language),
      ),
    })),
    flags: flags.map((flag) => ({
      ...flag,
      help: inEachLanguage((language) => helpOf(path, flag, endpoint, language)),
    })),
    globalFlags: usedFlags(command, { hasResult: commandMessages.en.prints[path] === undefined }),
    examples: command.examples,
    output: outputFields(command).map(({ name }) => name),
    ...(commandMessages.en.prints[path] && {
      prints: inEachLanguage((language) => commandMessages[language].prints[path] ?? ''),
    }),
    failures: verbFailures(command, flags),
    ...(command.effect && { effect: command.effect }),
    ...(endpoint && { endpoint: nameOf(endpoint).id, effect: endpoint.effect }),
    ...(isDefault && { isDefault }),
  }
}

function referenceIn(command: AnyCommand, key: string) {
  const reference = referenceOfPositional(command, key)
  return reference && { reference }
}

/** The choices of a positional: those of the field, else those that the verb declares. */
function choicesOf(key: string, { endpoint, positionalChoices = {} }: AnyCommand) {
  const field = endpoint && fieldsOf(endpoint).find((each) => each.key === key)
  const choices = field?.choices ?? positionalChoices[key]
  return choices && { choices }
}

/** The aliases that the verb declares, and those that every verb of its name has. */
function allAliases(path: string, declared: readonly string[]): string[] {
  const words = path.split(' ')
  const above = words.slice(0, -1).join(' ')
  const siblings = commandPaths
    .filter((other) => other.startsWith(`${above} `))
    .map((other) => other.split(' ')[words.length - 1] ?? '')
  const shared = above === '' ? [] : aliasesOf(words.at(-1) ?? '', siblings)
  return [...new Set([...shared, ...declared])]
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

/** Returns the message of the argument, else that of what it refers to, else that of the API field. */
function argumentHelp(path: string, key: string, command: AnyCommand, language: Language) {
  const messages = argumentMessages[language]
  const { noun } = nameOf(command.endpoint)
  const reference = referenceOfPositional(command, key)
  const help =
    messages[`${path} ${key}`] ??
    (reference && referenceMessages[language][reference]) ??
    fieldMessage(endpointMessages[language], noun, key) ??
    messages[key]
  if (help === undefined) throw new Error(`no ${language} message for: ${path} ${key}`)
  return help
}

const nameOf = (endpoint: Endpoint | undefined) =>
  endpoints.find((named) => named.endpoint === endpoint) ?? { id: '', noun: '', verb: '' }
