import { foldName } from '../../core/fold-name.ts'
import type { Language } from '../../core/language.ts'
import { globalMessages, nounSummaries, tree } from '../generated/tree.ts'
import { flagNamed, plainWords, verbAt } from '../help/command-line.ts'
import { namesOf } from '../help/flag-text.ts'
import type { NamedItem } from '../known-names/names.ts'
import type { Flag } from '../syntax/flag.ts'
import { globalFlags } from '../syntax/global-flags.ts'
import { collectionOf } from '../syntax/reference-kinds.ts'
import { shortcuts } from '../syntax/synonyms.ts'
import type { Verb } from '../syntax/verb.ts'
import { eventCandidates } from './event-candidates.ts'

interface Candidate {
  value: string
  help: string
}

interface Completion {
  candidates: readonly Candidate[]
  /** The value is a file name, which the shell completes. */
  wantsFiles: boolean
}

/** Returns the known items of a collection. */
type FindNames = (collection: string) => readonly NamedItem[]

const nothing: Completion = { candidates: [], wantsFiles: false }

/** Returns candidates for the last, unfinished word. Never calls a server. */
export function complete(
  words: readonly string[],
  { language, findNames }: { language: Language; findNames: FindNames },
): Completion {
  const current = unquoted(words.at(-1) ?? '')
  const typed = words.slice(0, -1)
  const plain = withoutShortcut(plainWords(typed))
  const verb = verbAt(plain)
  const [, name = '', value] = /^(--[\w-]+)=(.*)$/s.exec(current) ?? []
  const joined = value === undefined ? undefined : flagNamed(name, verb)
  if (joined) return withPrefix(`${name}=`, valuesOf(verb, joined, value ?? '', findNames))
  const flag = typed.at(-1)?.startsWith('-') ? flagNamed(typed.at(-1) ?? '', verb) : undefined
  if (flag && flag.kind !== 'switch') return valuesOf(verb, flag, current, findNames)
  if (current.startsWith('-')) return matching(flagsAt(verb, typed, language), current)
  if (!verb) return matching(nextWords(plain, language), current)
  const place = plain.length - verb.path.split(' ').length
  const last = verb.positionals.at(-1)
  const positional = verb.positionals[place] ?? (last?.isRest ? last : undefined)
  if (!positional) return nothing
  const found = valuesOf(verb, positional, current, findNames)
  const isKnown = positional.choices ?? positional.reference ?? found.candidates[0]
  return { ...found, wantsFiles: isKnown === undefined }
}

/** The words that shortcuts such as `login` stand for. */
function withoutShortcut(words: readonly string[]): readonly string[] {
  const found = Object.keys(shortcuts).find((shortcut) =>
    shortcut.split(' ').every((word, index) => words[index] === word),
  )
  if (found === undefined) return words
  return [...(shortcuts[found] ?? '').split(' '), ...words.slice(found.split(' ').length)]
}

/** The text that a word of a shell stands for. Its last quote may be open. */
function unquoted(word: string): string {
  let [text, quote] = ['', '']
  for (let index = 0; index < word.length; index++) {
    const character = word[index] ?? ''
    if (character === quote) quote = ''
    else if (quote === '' && (character === '"' || character === "'")) quote = character
    else if (character === '\\' && quote !== "'") text += word[++index] ?? ''
    else text += character
  }
  return text
}

const withPrefix = (prefix: string, { candidates, ...found }: Completion): Completion => ({
  ...found,
  candidates: candidates.map(({ value, help }) => ({ value: prefix + value, help })),
})

const matching = (candidates: readonly Candidate[], current: string): Completion => ({
  candidates: candidates.filter(({ value }) => foldName(value).startsWith(foldName(current))),
  wantsFiles: false,
})

/** Names, with the number of each. A number is offered where it was begun, or where a name is not enough. */
function namedCandidates(items: readonly NamedItem[], current: string): Candidate[] {
  const isNumber = /^\d+$/.test(current)
  return items.flatMap(({ id, name }) => {
    const isAmbiguous = items.some((other) => other.id !== id && other.name === name)
    const byNumber = { value: id, help: name }
    if (isAmbiguous) return [byNumber]
    return [{ value: name, help: id }, ...(isNumber ? [byNumber] : [])]
  })
}

function nextWords(plain: readonly string[], language: Language): Candidate[] {
  const found = new Map<string, string>()
  const nouns: Record<string, string> = nounSummaries[language]
  for (const { path, summary } of tree) {
    const words = path.split(' ')
    const next = words[plain.length]
    if (next === undefined || plain.some((word, index) => words[index] !== word) || found.has(next))
      continue
    const isVerb = words.length === plain.length + 1
    const help = isVerb ? summary[language] : nouns[[...plain, next].join(' ')]
    found.set(next, help ?? '')
  }
  for (const [name, path] of plain.length === 0 ? Object.entries(shortcuts) : []) {
    const verb = tree.find((each) => each.path === path)
    if (verb && !name.includes(' ')) found.set(name, verb.summary[language])
  }
  return [...found].map(([value, help]) => ({ value, help }))
}

/** Returns the flags that were not typed yet or may be repeated. */
function flagsAt(
  verb: Verb | undefined,
  typed: readonly string[],
  language: Language,
): Candidate[] {
  const help: Record<string, string> = globalMessages[language].flags
  const own = (verb?.flags ?? []).map((flag) => ({ flag, help: flag.help[language] }))
  const everywhere = globalFlags.map((flag) => ({ flag, help: help[flag.key] ?? '' }))
  return [...own, ...everywhere]
    .filter(({ flag }) => mayRepeat(flag) || !namesOf(flag).some((name) => typed.includes(name)))
    .flatMap(({ flag, help: sentence }) =>
      namesOf(flag).map((value) => ({ value, help: sentence })),
    )
}

const mayRepeat = ({ kind }: Flag): boolean => kind === 'repeat' || kind === 'map'

type Place = Pick<Flag, 'key' | 'choices' | 'reference' | 'placeholder'>

function valuesOf(
  verb: Verb | undefined,
  { key, choices, reference, placeholder }: Place,
  current: string,
  findNames: FindNames,
): Completion {
  const events = eventCandidates({ verb: verb?.path ?? '', key, current }, findNames)
  if (events) {
    return { ...nothing, candidates: events.map((event) => ({ value: event, help: '' })) }
  }
  if (choices)
    return matching(
      choices.map((value) => ({ value, help: '' })),
      current,
    )
  const collection = reference && collectionOf(reference)
  if (collection) return matching(namedCandidates(findNames(collection), current), current)
  return { ...nothing, wantsFiles: placeholder === 'FILE' || placeholder === 'FOLDER' }
}
