import type { Language } from '../../core/language.ts'
import { globalWords, nounWords, topicWords, tree } from '../tree.ts'
import { asSentence } from './flag-text.ts'
import { groupNames, groups } from './groups.ts'
import { type Item, items, paragraph, section, widthFor } from './layout.ts'
import { verbPage } from './verb-page.ts'

interface Look {
  language: Language
  /** Of the terminal. */
  columns?: number | undefined
}

/** The help of a verb, of a noun, or of the whole program where the path is empty. */
export function helpPage(path: string, { language, columns }: Look): string {
  const width = widthFor(columns)
  const verb = tree.find((each) => each.path === path)
  const lines = verb
    ? verbPage(verb, language, width)
    : path === ''
      ? topPage(language, width)
      : nounPage(path, language, width)
  return `${lines.join('\n')}\n`
}

function topPage(language: Language, width: number): string[] {
  const words = globalWords[language]
  const { titles, usageOf, learn } = words
  const nouns = contentsOf('', language)
  const flags = [
    ['-h, --help', asSentence(words.help)],
    ['-V, --version', asSentence(words.version)],
    ['--lang <en|es>', asSentence(words.flags.lang)],
  ] as const
  const topics = Object.entries(topicWords[language])
  const more = [
    ['remite NOUN --help', learn.noun],
    ['remite NOUN VERB --help', learn.verb],
    ['remite help TOPIC', learn.topic],
  ] as const
  const all = [...nouns, ...flags, ...topics, ...more]
  const table = (title: string, rows: readonly Item[]) => section(title, items(rows, width, all))
  return [
    `${titles.usage} remite ${usageOf.noun} ${usageOf.verb} ${usageOf.flags}`,
    '',
    ...paragraph(words.description, width, ''),
    ...groupNames.flatMap((group) =>
      table(
        `${words.groups[group]}:`,
        groups[group].flatMap((noun) => nouns.filter(([name]) => name === noun)),
      ),
    ),
    ...table(titles.everywhere, flags),
    ...table(titles.topics, topics),
    ...table(titles.more, more),
  ]
}

function nounPage(noun: string, language: Language, width: number): string[] {
  const { titles, usageOf, learn } = globalWords[language]
  const nouns: Record<string, string> = nounWords[language]
  const standard = tree.find(({ path, isDefault }) => isDefault && nounOf(path) === noun)
  const more = [
    [`remite ${noun} ${usageOf.verb} --help`, learn.verb],
    ['remite help flags', learn.flags],
  ] as const
  return [
    `${titles.usage} remite ${noun} ${usageOf.verb} ${usageOf.flags}`,
    '',
    ...paragraph(asSentence(nouns[noun] ?? noun), width, ''),
    ...section(titles.verbs, items(contentsOf(noun, language), width)),
    ...(standard ? ['', `${learn.standard} ${standard.path.slice(noun.length + 1)}.`] : []),
    ...section(titles.more, items(more, width)),
  ]
}

/** What stands right below a noun: its verbs, and nouns of their own. */
export function contentsOf(above: string, language: Language): Item[] {
  const words: Record<string, string> = nounWords[language]
  const depth = above === '' ? 0 : above.split(' ').length
  const found = new Map<string, string>()
  for (const { path, summary } of tree) {
    const parts = path.split(' ')
    const name = parts[depth]
    if (name === undefined || parts.slice(0, depth).join(' ') !== above) continue
    const here = parts.slice(0, depth + 1).join(' ')
    if (!found.has(name)) found.set(name, here === path ? summary[language] : (words[here] ?? name))
  }
  return [...found].map(([name, sentence]) => [name, asSentence(sentence)])
}

const nounOf = (path: string): string => path.split(' ').slice(0, -1).join(' ')
