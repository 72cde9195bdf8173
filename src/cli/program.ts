import { Command } from 'commander'
import type { Language } from '../core/language.ts'
import { globalFlags } from './global-flags.ts'
import { helpWith } from './help.ts'
import type { Host } from './host.ts'
import type { Raw } from './input/given.ts'
import { attributeOf, optionOf } from './option.ts'
import { globalWords, nounWords, tree } from './tree.ts'
import type { Verb } from './verb.ts'
import { version } from './version.ts'

type Run = (verb: Verb, raw: Raw) => Promise<void>

/** The commander tree, made of the generated `tree`: no verb is loaded for it. */
export function createProgram(host: Host, language: Language, run: Run): Command {
  const words = globalWords[language]
  let isHelp = false
  const program = new Command('remite')
    .description(words.description)
    .version(version, '-V, --version', words.version)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => host.stdout.write(text),
      // Commander takes a noun without a verb for an error; its help is what was asked for. What else
      // it would say here is said by `report`, in our own sentences.
      writeErr: (text) => {
        isHelp ||= text.startsWith(words.titles.usage)
        if (isHelp) host.stdout.write(text)
      },
      getOutHelpWidth: () => host.stdout.columns ?? 80,
    })
    .configureHelp(helpWith(words))
    .helpOption('-h, --help', words.help)
    .helpCommand(false)
    .addHelpText('after', words.after)
  addGlobalFlags(program, words.flags)
  const typed = new Set(host.argv)
  const nouns: Record<string, string> = nounWords[language]
  for (const verb of tree) {
    const [noun = ''] = verb.path.split(' ')
    // Making every verb would be half of the start-up: of a noun that nobody typed only its name is made.
    if (noun === verb.path || typed.has(noun)) {
      addVerb(parentOf(program, verb.path, language), verb, language, run)
    } else if (!program.commands.some((command) => command.name() === noun)) {
      program.command(noun).description(nouns[noun] ?? noun)
    }
  }
  return program
}

/** On every level, since they may stand before and after the verb. */
function addGlobalFlags(command: Command, help: Record<string, string> = {}): void {
  const own = new Set(command.options.map(({ long }) => long))
  for (const flag of globalFlags) {
    if (!own.has(`--${flag.name}`)) command.addOption(optionOf(flag, help[flag.key] ?? ''))
  }
}

/** The noun a verb stands under, made when its first verb comes; a verb of the top stands under none. */
function parentOf(program: Command, path: string, language: Language): Command {
  const nouns = path.split(' ').slice(0, -1)
  return nouns.reduce((above, noun, depth) => {
    const known = above.commands.find((command) => command.name() === noun)
    if (known) return known
    const words: Record<string, string> = nounWords[language]
    const help = words[nouns.slice(0, depth + 1).join(' ')] ?? noun
    const command = above.command(noun).description(help).helpCommand(false)
    command.helpOption('-h, --help', globalWords[language].help)
    addGlobalFlags(command)
    return command
  }, program)
}

function addVerb(parent: Command, verb: Verb, language: Language, run: Run): void {
  const words = globalWords[language]
  const name = verb.path.split(' ').at(-1) ?? ''
  const command = parent
    .command(name, { isDefault: verb.isDefault === true })
    .description(verb.summary[language])
    .aliases([...verb.aliases])
    .helpOption('-h, --help', words.help)
    .addHelpText('after', `\n${words.examples}\n${verb.examples.map(shown).join('\n')}`)
  for (const { key, required } of verb.positionals)
    command.argument(required ? `<${key}>` : `[${key}]`)
  for (const flag of verb.flags) command.addOption(optionOf(flag, flag.help[language]))
  addGlobalFlags(command)
  command.action(async () => {
    const positionals = verb.positionals.map(({ key }, at) => [key, command.args[at]] as const)
    await run(verb, {
      positionals: Object.fromEntries(positionals),
      flags: typedFlags(command, verb),
    })
  })
}

const shown = (example: string): string => `  $ remite ${example}`

/** A flag typed on any level counts; the verb's own wins. */
function typedFlags(command: Command, verb: Verb): Raw['flags'] {
  const levels: Command[] = []
  for (let at: Command | null = command; at; at = at.parent) levels.unshift(at)
  const typed: Raw['flags'] = Object.assign({}, ...levels.map((level) => level.opts()))
  return Object.fromEntries(
    [...globalFlags, ...verb.flags].map(({ name, key }) => [key, typed[attributeOf(name)]]),
  )
}
