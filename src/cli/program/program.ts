import { Argument, Command } from 'commander'
import type { Language } from '../../core/language.ts'
import { globalMessages, tree } from '../generated/tree.ts'
import { flagNamed } from '../help/command-line.ts'
import { colorIn } from '../help/help-request.ts'
import { helpPage } from '../help/page.ts'
import { stripStyle } from '../help/style.ts'
import { argumentOf } from '../help/verb-page.ts'
import type { Host } from '../host/host.ts'
import { columnsOf } from '../host/terminal-size.ts'
import { version } from '../host/version.ts'
import { readChoice } from '../input/choice.ts'
import type { RawInput } from '../input/read-input.ts'
import { chooseColor } from '../output/color.ts'
import { globalFlags } from '../syntax/global-flags.ts'
import type { Verb } from '../syntax/verb.ts'
import { attributeOf, optionsOf } from './commander-options.ts'

/** What the parser needs of the host. */
type Parsed = Pick<Host, 'argv' | 'env' | 'stdout'>

type Run = (verb: Verb, raw: RawInput) => Promise<void>

/** Creates the commander program from the generated `tree`, without loading any verb. */
export function createProgram(host: Parsed, language: Language, run: Run): Command {
  let isHelp = false
  const program = new Command('remite')
    .version(version, '-V, --version')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => host.stdout.write(text),
      // Help has style only where it is wanted.
      getOutHasColors: () => true,
      getErrHasColors: () => true,
      // Commander treats a noun without a verb as an error, but help is the right answer. `report`
      // prints every other error in our own sentences.
      writeErr: (text) => {
        isHelp ||= stripStyle(text).startsWith(globalMessages[language].titles.usage)
        if (isHelp) host.stdout.write(text)
      },
    })
    .configureHelp({
      formatHelp: (command) =>
        helpPage(pathOf(command), {
          language,
          columns: columnsOf(host.stdout),
          hasStyle: chooseColor(colorIn(host.argv), {
            env: host.env,
            isTerminal: host.stdout.isTTY === true,
          }),
        }),
    })
    .helpCommand(false)
    // `usageFailure` suggests by its own rules.
    .showSuggestionAfterError(false)
    // Each level reads only what precedes the next word of the command. Otherwise `-q` at the top level
    // would also match in the value of a verb's flag, as in `--list -qF2x`.
    .enablePositionalOptions()
  addGlobalFlags(program, host.argv)
  const typed = new Set(host.argv)
  for (const verb of tree) {
    const [noun = ''] = verb.path.split(' ')
    // Creating every verb would take half of the start-up, so only the typed noun gets its verbs.
    if (noun === verb.path || typed.has(noun)) {
      addVerb(parentOf(program, verb.path, host.argv), verb, { argv: host.argv, run })
    } else if (!program.commands.some((command) => command.name() === noun)) {
      program.command(noun)
    }
  }
  return program
}

/** Adds the global flags on every level: they are accepted before and after the verb. */
function addGlobalFlags(command: Command, argv: readonly string[], verb?: Verb): void {
  const known = new Set(command.options.map(({ long }) => long))
  const around = { argv, isFlag: (word: string) => flagNamed(word, verb) !== undefined }
  for (const flag of globalFlags) {
    if (known.has(`--${flag.name}`)) continue
    for (const option of optionsOf(flag, around)) command.addOption(option)
  }
}

/** Returns the noun of a verb and creates it for its first verb. A top-level verb has no noun. */
function parentOf(program: Command, path: string, argv: readonly string[]): Command {
  const nouns = path.split(' ').slice(0, -1)
  return nouns.reduce((above, noun) => {
    const known = above.commands.find((command) => command.name() === noun)
    if (known) return known
    const command = above.command(noun).helpCommand(false)
    addGlobalFlags(command, argv)
    return command
  }, program)
}

interface Parsing {
  argv: readonly string[]
  run: Run
}

function addVerb(parent: Command, verb: Verb, { argv, run }: Parsing): void {
  const name = verb.path.split(' ').at(-1) ?? ''
  const command = parent
    .command(name, { isDefault: verb.isDefault === true })
    .aliases([...verb.aliases])
  // None is mandatory for commander: a form asks for what is missing.
  for (const positional of verb.positionals) {
    command.addArgument(new Argument(argumentOf(positional)).argOptional())
  }
  const around = { argv, isFlag: (word: string) => flagNamed(word, verb) !== undefined }
  for (const flag of verb.flags) {
    for (const option of optionsOf(flag, around)) command.addOption(option)
  }
  addGlobalFlags(command, argv, verb)
  command.action(async () => {
    const positionals = verb.positionals.map(({ key, isRest, choices }, at) => {
      const word = command.args[at]
      if (isRest) return [key, command.args.slice(at)] as const
      if (word === undefined || !choices) return [key, word] as const
      return [key, readChoice(word, choices, `<${key}>`)] as const
    })
    await run(verb, {
      positionals: Object.fromEntries(positionals),
      flags: typedFlags(command, verb),
    })
  })
}

/** The path of a noun or verb, without the name of the program. */
function pathOf(command: Command): string {
  const names: string[] = []
  for (let at = command; at.parent; at = at.parent) names.unshift(at.name())
  return names.join(' ')
}

/** The flags of all levels. The value on the verb wins. */
function typedFlags(command: Command, verb: Verb): RawInput['flags'] {
  const levels: Command[] = []
  for (let at: Command | null = command; at; at = at.parent) levels.unshift(at)
  const typed: RawInput['flags'] = Object.assign({}, ...levels.map((level) => level.opts()))
  return Object.fromEntries(
    [...globalFlags, ...verb.flags].map(({ name, key }) => [key, typed[attributeOf(name)]]),
  )
}
