import { likelyWord } from '../../core/foreign-tags/likeness.ts'
import { tree } from '../generated/tree.ts'
import { isPath, nounOf, plainWords, verbAt, verbOf } from '../help/command-line.ts'
import { namesOf } from '../help/flag-text.ts'
import { shellQuoted } from '../sending/rerun-command.ts'
import { globalFlags } from '../syntax/global-flags.ts'
import { habits, shortcuts } from '../syntax/synonyms.ts'
import type { Verb } from '../syntax/verb.ts'
import { normalizeArgv } from './normalize-argv.ts'

/** Returns the flag of a verb, or the global one, that a mistyped name is like. */
export function suggestFlag(word: string, verb: Verb | undefined): string | undefined {
  const flags = [...(verb?.flags ?? []), ...globalFlags].flatMap(namesOf)
  return closest(
    word,
    flags.filter((flag) => !isBold(flag)),
    flags.filter(isBold),
  )
}

/** Flags that take a protection away. A flag that is far from them is never taken for one. */
const bold = new Set(['--yes', '--again', '--confirm', '--settle', '--insecure-http', '--everyone'])
const isBold = (flag: string): boolean => bold.has(flag)

/** How many commands one error suggests at most. More are no help. */
const maxSuggestions = 3

/**
 * Returns the commands that these words probably mean, without `remite`. `normal` are the words with
 * nouns in the plural, which `campaign lst` needs and `list campaigns` does not.
 */
export function suggestCommands(typed: readonly string[], normal: readonly string[]): string[] {
  const found =
    reversed(typed) ?? below(normal) ?? (isPath(normal[0] ?? '') ? verbs(normal) : nouns(normal))
  return found.length > maxSuggestions ? [] : [...new Set(found.map(complete))]
}

/** The words of a command, its arguments among them. */
type Words = readonly string[]

/**
 * Returns a command that parses: a noun with the verb that the word after it is like. A noun alone, and a verb that
 * does not take the words after it, get `--help`.
 */
function complete(words: Words): string {
  const known = normalizeArgv(words)
  const named = verbAt(known)?.path ?? nounOf(known)
  const depth = named.split(' ').length
  const verb = verbOf(known)
  if (verb && takes(verb, plainWords(known).slice(depth))) {
    return [named, ...known.slice(depth).map(shellQuoted)].join(' ')
  }
  const [meant] = verbAt(known) ? [] : verbs(known)
  return meant ? complete(meant) : `${named} --help`
}

/** Whether words are as many as the arguments of a verb, and among their choices. */
const takes = ({ positionals }: Verb, words: Words): boolean =>
  words.length >= positionals.filter(({ required }) => required).length &&
  words.every((word, index) => {
    const last = positionals.at(-1)
    const taking = positionals[index] ?? (last?.isRest ? last : undefined)
    return taking !== undefined && (taking.choices?.includes(word.toLowerCase()) ?? true)
  })

/** `send campaigns 1` → `campaigns send 1` */
function reversed([verb = '', noun = '', ...rest]: Words): Words[] | undefined {
  for (const name of [noun, `${noun}s`]) {
    const found = isPath(name) ? verbAt([name, verb]) : undefined
    if (found && found.path !== name) return [[...found.path.split(' '), ...rest]]
  }
  return undefined
}

/** `fields list` → `lists fields list`, and `send 5` → `campaigns send 5` */
function below(words: Words): Words[] | undefined {
  for (const length of [2, 1]) {
    const typed = words.slice(0, length).join(' ')
    if (words.length < length || isPath(words[0] ?? '')) continue
    const found = tree.filter(
      ({ path }) => path.endsWith(` ${typed}`) || path.includes(` ${typed} `),
    )
    const paths = found.map(({ path }) =>
      path.slice(0, path.indexOf(` ${typed}`) + typed.length + 1),
    )
    const distinct = [...new Set(paths)]
    if (distinct.length > 0)
      return distinct.map((path) => [...path.split(' '), ...words.slice(length)])
  }
  return undefined
}

/** The first word is not known. */
function nouns([first = '', ...rest]: Words): Words[] {
  const known = new Set([
    ...tree.map(({ path }) => path.split(' ')[0] ?? ''),
    ...Object.keys(shortcuts).filter((word) => !word.includes(' ')),
  ])
  const meant = known.has(first) ? first : (byHabit(first, known) ?? closest(first, [...known], []))
  return meant === undefined ? [] : [[meant, ...rest]]
}

/** The first words are a noun, and the next one is no verb of it. */
function verbs(words: Words): Words[] {
  const depth = words.findIndex((_, index) => !isPath(words.slice(0, index + 1).join(' ')))
  if (depth < 1) return []
  const nounWords = words.slice(0, depth)
  const noun = nounWords.join(' ')
  const word = words[depth] ?? ''
  const inside = tree.filter(({ path }) => path.startsWith(`${noun} `))
  const nameOf = ({ path }: Verb) => path.split(' ')[depth] ?? ''
  const isRisky = ({ effect }: Verb) => effect === 'destroy' || effect === 'send'
  const names = new Set(inside.map(nameOf))
  const status = verbAt([...nounWords, 'list'])?.flags.find(({ key }) => key === 'status')
  // `campaigns sent` is a list of campaigns, not a send.
  if (status?.choices?.includes(word)) return [[...nounWords, 'list', `--${status.name}`, word]]
  const meant =
    byHabit(word, names) ??
    closest(
      word,
      inside.filter((verb) => !isRisky(verb)).flatMap((verb) => [nameOf(verb), ...verb.aliases]),
      inside.filter(isRisky).flatMap((verb) => [nameOf(verb), ...verb.aliases]),
    )
  return meant === undefined ? [] : [[...nounWords, meant, ...words.slice(depth + 1)]]
}

const byHabit = (word: string, known: ReadonlySet<string>): string | undefined =>
  habits[word.toLowerCase()]?.find((each) => known.has(each))

/**
 * Returns the candidate that a word is like. One that sends, deletes or removes a protection is only
 * returned for a single slip, and not where a harmless one is as near.
 */
function closest(
  word: string,
  harmless: readonly string[],
  risky: readonly string[],
): string | undefined {
  const near = likelyWord(word, harmless)
  if (near !== undefined) return near
  return likelyWord(word, risky, { maxSlips: 1 })
}
