import { Command } from 'commander'
import type { Language } from '../core/language.ts'
import { globalFlags } from './global-flags.ts'
import { helpPage } from './help/page.ts'
import { argumentOf } from './help/verb-page.ts'
import type { Host } from './host.ts'
import type { Raw } from './input/given.ts'
import { attributeOf, optionsOf } from './option.ts'
import { globalWords, tree } from './tree.ts'
import type { Verb } from './verb.ts'
import { version } from './version.ts'

type Run = (verb: Verb, raw: Raw) => Promise<void>

/** The commander tree, made of the generated `tree`: no verb is loaded for it. */
export function createProgram(host: Host, language: Language, run: Run): Command {
  let isHelp = false
  const program = new Command('remite')
    .version(version, '-V, --version')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => host.stdout.write(text),
      // Commander takes a noun without a verb for an error; its help is what was asked for. What else
      // it would say here is said by `report`, in our own sentences.
      writeErr: (text) => {
        isHelp ||= text.startsWith(globalWords[language].titles.usage)
        if (isHelp) host.stdout.write(text)
      },
    })
    .configureHelp({
      formatHelp: (command) =>
        helpPage(pathOf(command), { language, columns: host.stdout.columns }),
    })
    .helpCommand(false)
  addGlobalFlags(program)
  const typed = new Set(host.argv)
  for (const verb of tree) {
    const [noun = ''] = verb.path.split(' ')
    // Making every verb would be half of the start-up: of a noun that nobody typed only its name is made.
    if (noun === verb.path || typed.has(noun)) {
      addVerb(parentOf(program, verb.path), verb, run)
    } else if (!program.commands.some((command) => command.name() === noun)) {
      program.command(noun)
    }
  }
  return program
}

/** On every level, since they may stand before and after the verb. */
function addGlobalFlags(command: Command): void {
  const own = new Set(command.options.map(({ long }) => long))
  for (const flag of globalFlags) {
    if (own.has(`--${flag.name}`)) continue
    for (const option of optionsOf(flag)) command.addOption(option)
  }
}

/** The noun a verb stands under, made when its first verb comes; a verb of the top stands under none. */
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

/** Of the noun or verb, without the name of the program. */
function pathOf(command: Command): string {
  const names: string[] = []
  for (let at = command; at.parent; at = at.parent) names.unshift(at.name())
  return names.join(' ')
}

/** A flag typed on any level counts; the verb's own wins. */
function typedFlags(command: Command, verb: Verb): Raw['flags'] {
  const levels: Command[] = []
  for (let at: Command | null = command; at; at = at.parent) levels.unshift(at)
  const typed: Raw['flags'] = Object.assign({}, ...levels.map((level) => level.opts()))
  return Object.fromEntries(
    [...globalFlags, ...verb.flags].map(({ name, key }) => [key, typed[attributeOf(name)]]),
  )
}
