import type { Language } from '../../core/language.ts'
import { globalMessages, nounSummaries, tree } from '../generated/tree.ts'
import { namesOf } from '../help/flag-text.ts'
import type { Flag } from '../syntax/flag.ts'
import { globalFlags } from '../syntax/global-flags.ts'
import type { Verb } from '../syntax/verb.ts'
import type { NamedItem } from './names.ts'

interface Candidate {
  value: string
  help: string
}

interface Completion {
  candidates: readonly Candidate[]
  /** The value is a file name, which the shell completes. */
  wantsFiles: boolean
}

/** Returns the known items of a noun. */
type FindNames = (noun: string) => readonly NamedItem[]

const nothing: Completion = { candidates: [], wantsFiles: false }

/** Returns candidates for the last, unfinished word. Never calls a server. */
export function complete(
  words: readonly string[],
  { language, findNames }: { language: Language; findNames: FindNames },
): Completion {
  const current = words.at(-1) ?? ''
  const typed = words.slice(0, -1)
  const plain = plainWords(typed)
  const verb = verbAt(plain)
  const flag = typed.at(-1)?.startsWith('-') ? flagNamed(typed.at(-1) ?? '', verb) : undefined
  if (flag && flag.kind !== 'switch') return valuesOf(flag, current, findNames)
  if (current.startsWith('-')) return matching(flagsAt(verb, typed, language), current)
  if (!verb) return matching(nextWords(plain, language), current)
  const positional = verb.positionals[plain.length - verb.path.split(' ').length]
  if (positional?.key !== 'id') return { candidates: [], wantsFiles: positional !== undefined }
  return matching(findNames(nounOf(verb)).map(asCandidate), current)
}

const matching = (candidates: readonly Candidate[], current: string): Completion => ({
  candidates: candidates.filter(({ value }) => value.startsWith(current)),
  wantsFiles: false,
})

const asCandidate = ({ id, name }: NamedItem): Candidate => ({ value: id, help: name })

const nounOf = ({ path }: Verb): string => path.split(' ')[0] ?? ''

/** Returns the words that are neither flags nor their values. */
export function plainWords(typed: readonly string[]): string[] {
  const plain: string[] = []
  for (let index = 0; index < typed.length; index++) {
    const word = typed[index] ?? ''
    if (!word.startsWith('-')) plain.push(word)
    else if (!word.includes('=') && takesValue(word, verbAt(plain))) index++
  }
  return plain
}

const takesValue = (word: string, verb: Verb | undefined): boolean => {
  const flag = flagNamed(word, verb)
  return flag !== undefined && flag.kind !== 'switch'
}

function flagNamed(word: string, verb: Verb | undefined): Flag | undefined {
  const flags: readonly Flag[] = [...(verb?.flags ?? []), ...globalFlags]
  return flags.find(({ name, short }) => word === `--${name}` || word === `-${short}`)
}

/** Returns the verb that the words start with. */
const verbAt = (plain: readonly string[]): Verb | undefined =>
  tree.find(({ path }) => path.split(' ').every((word, index) => plain[index] === word))

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

function valuesOf(
  { choices, placeholder }: Flag,
  current: string,
  findNames: FindNames,
): Completion {
  if (choices)
    return matching(
      choices.map((value) => ({ value, help: '' })),
      current,
    )
  if (placeholder === 'LIST') return matching(findNames('lists').map(asCandidate), current)
  return { ...nothing, wantsFiles: placeholder === 'FILE' || placeholder === 'FOLDER' }
}
