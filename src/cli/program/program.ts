import { Command } from 'commander'
import type { Language } from '../../core/language.ts'
import { globalMessages, tree } from '../generated/tree.ts'
import { helpPage } from '../help/page.ts'
import { argumentOf } from '../help/verb-page.ts'
import type { Host } from '../host/host.ts'
import { version } from '../host/version.ts'
import type { RawInput } from '../input/read-input.ts'
import { globalFlags } from '../syntax/global-flags.ts'
import type { Verb } from '../syntax/verb.ts'
import { attributeOf, optionsOf } from './commander-options.ts'

type Run = (verb: Verb, raw: RawInput) => Promise<void>

/** Creates the commander program from the generated `tree`, without loading any verb. */
export function createProgram(host: Host, language: Language, run: Run): Command {
  let isHelp = false
  const program = new Command('remite')
    .version(version, '-V, --version')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => host.stdout.write(text),
      // Commander treats a noun without a verb as an error, but help is the right answer. `report`
      // prints every other error in our own sentences.
      writeErr: (text) => {
        isHelp ||= text.startsWith(globalMessages[language].titles.usage)
        if (isHelp) host.stdout.write(text)
      },
    })
    .configureHelp({
      formatHelp: (command) =>
        helpPage(pathOf(command), { language, columns: host.stdout.columns }),
    })
    .helpCommand(false)
    // Each level reads only what precedes the next word of the command. Otherwise `-q` at the top level
    // would also match in the value of a verb's flag, as in `--list -qF2x`.
    .enablePositionalOptions()
  addGlobalFlags(program)
  const typed = new Set(host.argv)
  for (const verb of tree) {
    const [noun = ''] = verb.path.split(' ')
    // Creating every verb would take half of the start-up, so only the typed noun gets its verbs.
    if (noun === verb.path || typed.has(noun)) {
      addVerb(parentOf(program, verb.path), verb, run)
    } else if (!program.commands.some((command) => command.name() === noun)) {
      program.command(noun)
    }
  }
  return program
}

/** Adds the global flags on every level: they are accepted before and after the verb. */
function addGlobalFlags(command: Command): void {
  const known = new Set(command.options.map(({ long }) => long))
  for (const flag of globalFlags) {
    if (known.has(`--${flag.name}`)) continue
    for (const option of optionsOf(flag)) command.addOption(option)
  }
}

/** Returns the noun of a verb and creates it for its first verb. A top-level verb has no noun. */
function parentOf(program: Command, path: string): Command {
  const nouns = path.split(' ').slice(0, -1)
  return nouns.reduce((above, noun) => {
    const known = above.commands.find((command) => command.name() === noun)
    if (known) return known
    const command = above.command(noun).helpCommand(false)
    addGlobalFlags(command)
    return command
  }, program)
}

function addVerb(parent: Command, verb: Verb, run: Run): void {
  const name = verb.path.split(' ').at(-1) ?? ''
  const command = parent
    .command(name, { isDefault: verb.isDefault === true })
    .aliases([...verb.aliases])
  for (const positional of verb.positionals) command.argument(argumentOf(positional))
  for (const option of verb.flags.flatMap(optionsOf)) command.addOption(option)
  addGlobalFlags(command)
  command.action(async () => {
    const positionals = verb.positionals.map(
      ({ key, isRest }, at) => [key, isRest ? command.args.slice(at) : command.args[at]] as const,
    )
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
