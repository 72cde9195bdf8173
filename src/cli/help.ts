import type { Command, Help, Option } from 'commander'
import { globalFlags } from './global-flags.ts'

export interface HelpWords {
  titles: {
    usage: string
    arguments: string
    nouns: string
    verbs: string
    flags: string
    everywhere: string
  }
  usageOf: { noun: string; verb: string; flags: string }
  examples: string
  after: string
}

const everywhere = new Set(globalFlags.map(({ name }) => `--${name}`))
const isEverywhere = ({ long }: Option): boolean => everywhere.has(long ?? '')

/**
 * Help like a table of contents: what one can do first, then the flags. Those that every verb takes
 * are shown once, on the first page.
 */
export const helpWith = (words: HelpWords) => ({
  formatHelp(command: Command, helper: Help): string {
    const isTop = command.parent === null
    const options = command.options.filter((option) => isTop || !isEverywhere(option))
    const verbs = command.commands.map((sub) => [sub.name(), sub.summary() || sub.description()])
    const flags = options.map((option) => [helper.optionTerm(option), option.description])
    const names = command.registeredArguments.map((argument) => [
      argument.name(),
      argument.description,
    ])
    const sections = [
      [isTop ? words.titles.nouns : words.titles.verbs, verbs],
      [words.titles.arguments, names.filter(([, help]) => help !== '')],
      [isTop ? words.titles.everywhere : words.titles.flags, flags],
    ] as const
    const rows = sections.flatMap(([, items]) => items)
    const termWidth = Math.max(0, ...rows.map(([term = '']) => term.length))
    const item = ([term = '', help = '']: readonly string[]) =>
      helper.formatItem(term, termWidth, help, helper)
    return [
      `${words.titles.usage} ${usageOf(command, words)}`,
      '',
      command.description(),
      ...sections
        .filter(([, items]) => items.length > 0)
        .flatMap(([title, items]) => ['', title, ...items.map(item)]),
      '',
    ].join('\n')
  },
})

function usageOf(command: Command, { usageOf: words }: HelpWords): string {
  const path: string[] = []
  for (let at: Command | null = command; at; at = at.parent) path.unshift(at.name())
  const names = command.registeredArguments.map((argument) =>
    argument.required ? `<${argument.name()}>` : `[${argument.name()}]`,
  )
  const verb =
    command.commands.length > 0 ? [command.parent ? words.verb : `${words.noun} ${words.verb}`] : []
  return [...path, ...verb, ...names, words.flags].join(' ')
}
