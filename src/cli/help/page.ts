import type { Language } from '../../core/language.ts'
import { globalMessages, nounSummaries, topicSummaries, tree } from '../generated/tree.ts'
import { shortcuts } from '../syntax/synonyms.ts'
import { asSentence, translated } from './flag-text.ts'
import { groupNames, groups } from './groups.ts'
import { type Item, items, paragraph, section, widthFor } from './layout.ts'
import { stripStyle, strong } from './style.ts'
import { guideItems, verbPage } from './verb-page.ts'

interface PageLayout {
  language: Language
  /** Whether headings are bold. */
  hasStyle?: boolean
  /** The width of the terminal. */
  columns?: number | undefined
}

/** Returns the help of a verb or noun, or of the whole program for an empty path. */
export function helpPage(
  path: string,
  { language, columns, hasStyle = false }: PageLayout,
): string {
  const width = widthFor(columns)
  const verb = tree.find((each) => each.path === path)
  const lines = verb
    ? verbPage(verb, language, width)
    : path === ''
      ? topPage(language, width)
      : nounPage(path, language, width)
  const page = `${lines.join('\n')}\n`
  return hasStyle ? page : stripStyle(page)
}

function topPage(language: Language, width: number): string[] {
  const messages = globalMessages[language]
  const { titles, usageOf, learn } = messages
  const nouns = entriesBelow('', language)
  const flags = [
    ['-h, --help', asSentence(messages.help)],
    ['-V, --version', asSentence(messages.version)],
    ['--lang <en|es>', asSentence(messages.flags.lang)],
  ] as const
  const topics = Object.entries(topicSummaries[language])
  const more = [
    [`remite ${usageOf.noun} --help`, learn.noun],
    [`remite ${usageOf.noun} ${usageOf.verb} --help`, learn.verb],
    [`remite help <${translated('TOPIC', language)}>`, learn.topic],
  ] as const
  const all = [...nouns, ...shortcutItems(language), ...flags, ...topics, ...more]
  const table = (title: string, rows: readonly Item[]) => section(title, items(rows, width, all))
  return [
    ...usage([usageOf.noun, usageOf.verb, usageOf.flags], titles.usage, width),
    '',
    ...paragraph(messages.description, width, ''),
    ...groupNames.flatMap((group) =>
      table(
        `${messages.groups[group]}:`,
        groups[group].flatMap((noun) => nouns.filter(([name]) => name === noun)),
      ),
    ),
    ...table(titles.shortcuts, shortcutItems(language)),
    ...table(titles.everywhere, flags),
    ...table(titles.topics, topics),
    ...table(titles.more, more),
  ]
}

/** The commands of one word that stand for others. */
const shortcutItems = (language: Language): Item[] =>
  Object.entries(shortcuts).flatMap(([name, path]) => {
    const verb = tree.find((each) => each.path === path)
    return verb && !name.includes(' ') ? [[name, asSentence(verb.summary[language])]] : []
  })

function nounPage(noun: string, language: Language, width: number): string[] {
  const { titles, usageOf, learn } = globalMessages[language]
  const nouns: Record<string, string> = nounSummaries[language]
  const standard = tree.find(({ path, isDefault }) => isDefault && nounOf(path) === noun)
  const more = [
    [`remite ${noun} ${usageOf.verb} --help`, learn.verb],
    ...guideItems(noun, learn.guide),
    ['remite help flags', learn.flags],
  ] as const
  return [
    ...usage([noun, usageOf.verb, usageOf.flags], titles.usage, width),
    '',
    ...paragraph(asSentence(nouns[noun] ?? noun), width, ''),
    ...section(titles.verbs, items(entriesBelow(noun, language), width)),
    ...(standard ? ['', `${learn.standard} ${standard.path.slice(noun.length + 1)}.`] : []),
    ...section(titles.more, items(more, width)),
  ]
}

const usage = (words: readonly string[], title: string, width: number): string[] =>
  paragraph([strong(title), 'remite', ...words].join(' '), width, '', '  ')

/** Returns the verbs and nouns directly below a noun. */
function entriesBelow(above: string, language: Language): Item[] {
  const messages: Record<string, string> = nounSummaries[language]
  const depth = above === '' ? 0 : above.split(' ').length
  const found = new Map<string, string>()
  for (const { path, summary } of tree) {
    const parts = path.split(' ')
    const name = parts[depth]
    if (name === undefined || parts.slice(0, depth).join(' ') !== above) continue
    const currentPath = parts.slice(0, depth + 1).join(' ')
    if (!found.has(name))
      found.set(name, currentPath === path ? summary[language] : (messages[currentPath] ?? name))
  }
  return [...found].map(([name, sentence]) => [name, asSentence(sentence)])
}

const nounOf = (path: string): string => path.split(' ').slice(0, -1).join(' ')
