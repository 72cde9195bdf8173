import { tree } from '../generated/tree.ts'
import type { Flag } from '../syntax/flag.ts'
import { globalFlags } from '../syntax/global-flags.ts'
import type { Verb } from '../syntax/verb.ts'

/** Returns the places of the words that are neither flags nor their values. */
export function plainIndexes(argv: readonly string[]): number[] {
  const places: number[] = []
  const plain: string[] = []
  for (let index = 0; index < argv.length; index++) {
    const word = argv[index] ?? ''
    if (!word.startsWith('-') || word === '-') {
      places.push(index)
      plain.push(word)
    } else if (!word.includes('=') && takesValue(word, verbAt(plain))) index++
  }
  return places
}

/** Returns the words that are neither flags nor their values. */
export const plainWords = (argv: readonly string[]): string[] =>
  plainIndexes(argv).map((index) => argv[index] ?? '')

const takesValue = (word: string, verb: Verb | undefined): boolean => {
  const flag = flagNamed(word, verb)
  return flag !== undefined && flag.kind !== 'switch'
}

/** Returns the flag of a verb, or a global one, by a name with its dashes. */
export function flagNamed(word: string, verb: Verb | undefined): Flag | undefined {
  const flags: readonly Flag[] = [...(verb?.flags ?? []), ...globalFlags]
  return flags.find(
    ({ name, short, formerNames = [] }) =>
      word === `-${short}` || [name, ...formerNames].some((each) => word === `--${each}`),
  )
}

/** Returns the verb that the words start with, by its name or an alias. */
export const verbAt = (words: readonly string[]): Verb | undefined =>
  tree.find(({ path, aliases }) => {
    const parts = path.split(' ')
    const last = parts.length - 1
    const name = words[last]
    return (
      name !== undefined &&
      parts.every((part, index) => index === last || words[index] === part) &&
      (name === parts[last] || aliases.includes(name))
    )
  })

/** Returns the verb that the words run: the one that they name, or the default one of their noun. */
export const verbOf = (words: readonly string[]): Verb | undefined =>
  verbAt(words) ?? defaultVerb(nounOf(words))

const defaultVerb = (noun: string): Verb | undefined =>
  noun === ''
    ? undefined
    : tree.find(({ path, isDefault }) => isDefault && path === `${noun} ${path.split(' ').at(-1)}`)

/** Whether the words are a noun, or a verb by its name. */
export const isPath = (words: string): boolean =>
  words !== '' && tree.some(({ path }) => path === words || path.startsWith(`${words} `))

/** The words at the start that are a noun. */
export function nounOf(words: readonly string[]): string {
  const known = words.filter((_, index) => isPath(words.slice(0, index + 1).join(' ')))
  return known.join(' ')
}
