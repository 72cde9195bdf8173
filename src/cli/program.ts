import { Command, type CommanderError, Option } from 'commander'
import { Failure, type FailureCode } from '../core/failure.ts'
import type { Language } from '../core/language.ts'
import type { Flag } from './flag.ts'
import { globalFlags } from './global-flags.ts'
import type { Host } from './host.ts'
import type { Raw } from './input/given.ts'
import { globalWords, nounWords, tree } from './tree.ts'
import type { Verb } from './verb.ts'
import { version } from './version.ts'

type Run = (verb: Verb, raw: Raw) => Promise<void>

/** The commander tree, made of the generated `tree`: no verb is loaded for it. */
export function createProgram(host: Host, language: Language, run: Run): Command {
  const words = globalWords[language]
  const program = new Command('remite')
  program
    .description(words.description)
    .usage(words.usage)
    .version(version, '-V, --version', words.version)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => host.stdout.write(text),
      writeErr: () => {}, // our own sentences are written by `report`
      getOutHelpWidth: () => host.stdout.columns ?? 80,
    })
    .configureHelp({
      styleTitle: (title) => words.titles[title as keyof typeof words.titles] ?? title,
      visibleOptions: (command) =>
        (command === program ? command.options : ownOptions(command)) as Option[],
      showGlobalOptions: false,
    })
    .helpOption('-h, --help', words.help)
    .addHelpText('after', words.after)
  for (const flag of globalFlags)
    program.addOption(optionOf(flag, words.flags[flag.key as keyof typeof words.flags]))
  for (const verb of tree) addVerb(program, verb, language, run)
  return program
}

const globals = new Set<string>(globalFlags.map(({ name }) => `--${name}`))

/** Of a verb's flags those that are not the same everywhere; the others stand in the top help. */
const ownOptions = (command: Command): readonly Option[] =>
  command.options.filter(({ long }) => !globals.has(long ?? ''))

function addVerb(program: Command, verb: Verb, language: Language, run: Run): void {
  const parents = verb.path.split(' ')
  const name = parents.pop() ?? ''
  const parent = parents.reduce(
    (above, noun, depth) => nounIn(above, noun, parents, depth, language),
    program,
  )
  const command = parent.command(name, { isDefault: verb.isDefault === true })
  command.summary(verb.summary[language]).description(verb.summary[language])
  for (const alias of verb.aliases) command.alias(alias)
  for (const { key, required } of verb.positionals) {
    command.argument(required ? `<${key}>` : `[${key}]`)
  }
  for (const flag of verb.flags) command.addOption(optionOf(flag, flag.help[language]))
  for (const flag of globalFlags)
    if (!verb.flags.some(({ name: own }) => own === flag.name))
      command.addOption(optionOf(flag, ''))
  const examples = verb.examples.map((example) => `  $ remite ${example}`).join('\n')
  command.addHelpText('after', `\n${globalWords[language].examples}\n${examples}\n`)
  command.helpOption('-h, --help', globalWords[language].help)
  command.action(async () => {
    const words = verb.positionals.map(({ key }, at) => [key, command.args[at]] as const)
    await run(verb, { positionals: Object.fromEntries(words), flags: typedFlags(command, verb) })
  })
}

function nounIn(
  above: Command,
  noun: string,
  path: readonly string[],
  depth: number,
  language: Language,
): Command {
  const known = above.commands.find((command) => command.name() === noun)
  if (known) return known
  const key = path.slice(0, depth + 1).join(' ')
  const words = nounWords[language] as Record<string, string>
  const command = above.command(noun).description(words[key] ?? noun)
  for (const flag of globalFlags) command.addOption(optionOf(flag, ''))
  command.helpOption('-h, --help', globalWords[language].help)
  return command
}

/** A flag typed on any level counts; the verb's own wins. */
function typedFlags(command: Command, verb: Verb): Raw['flags'] {
  const chain: Command[] = []
  for (let at: Command | null = command; at; at = at.parent) chain.unshift(at)
  const typed: Raw['flags'] = Object.assign({}, ...chain.map((level) => level.opts()))
  const flags = [...globalFlags, ...verb.flags]
  return Object.fromEntries(flags.map(({ name, key }) => [key, typed[attributeOf(name)]]))
}

const attributeOf = (name: string): string =>
  name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())

function optionOf({ name, short, kind, choices, placeholder }: Flag, help: string): Option {
  const value = kind === 'switch' ? '' : ` <${valueName(kind, choices, placeholder)}>`
  const option = new Option(`${short ? `-${short}, ` : ''}--${name}${value}`, help)
  option.attributeName = () => attributeOf(name)
  // Commander takes `--no-input` for the negation of `--input`.
  option.negate = false
  if (choices && kind !== 'repeat') option.choices([...choices])
  if (kind === 'repeat' || kind === 'map') {
    option.argParser((text, before: string[] | undefined) => [...(before ?? []), text])
  }
  return option
}

function valueName(kind: Flag['kind'], choices?: readonly string[], placeholder?: string): string {
  if (placeholder) return placeholder
  if (choices && choices.length <= 6) return choices.join('|')
  if (kind === 'number') return 'N'
  return kind === 'map' ? 'KEY=VALUE' : 'TEXT'
}

const codes: Record<string, FailureCode> = {
  'commander.unknownOption': 'unknown_flag',
  'commander.unknownCommand': 'unknown_verb',
  'commander.missingArgument': 'missing_word',
  'commander.optionMissingArgument': 'missing_value',
  'commander.excessArguments': 'too_many_words',
  'commander.invalidArgument': 'not_a_choice',
}

/** Commander's refusal as ours; undefined when it only means that help or the version was shown. */
export function usageFailure(error: CommanderError): Failure | undefined {
  if (error.exitCode === 0 || error.code === 'commander.help') return undefined
  const [word = ''] = /'([^']*)'/.exec(error.message)?.slice(1) ?? []
  const suggestion = /Did you mean (?:one of )?([^?]+)\?/.exec(error.message)?.[1]
  const choices = /Allowed choices are ([^.]+)\./.exec(error.message)?.[1]
  return new Failure(codes[error.code] ?? 'usage', {
    values: { word, ...(suggestion && { suggestion }), ...(choices && { choices }) },
  })
}
