import { allScopes, scopesOf } from '../../../contract/scopes.ts'

/** What a user can choose between, from little to much. */
const levels = ['read', 'draft', 'act'] as const
export type Level = (typeof levels)[number]

const isLevel = (word: string): word is Level => (levels as readonly string[]).includes(word)

/**
 * Reads `scope`: levels, or scopes of the contract as a 403 names them. Unknown words are left out, since
 * clients ask for what other services know. Returns at most what the highest level has.
 */
export function readScopes(text: string | undefined): ReadonlySet<string> {
  const words = (text ?? '').split(' ').filter((word) => word !== '')
  const known: ReadonlySet<string> = new Set(scopesOf('act'))
  const named = words.flatMap((word) => (isLevel(word) ? scopesOf(word) : [word]))
  return new Set(named.filter((scope) => known.has(scope)))
}

/** What a client that names no scope asks for. */
export const defaultScopes = (): ReadonlySet<string> => new Set(scopesOf('read'))

/** A choice of the consent page. */
export interface Choice {
  level: Level
  scopes: readonly string[]
  /** Less than the level has in general. */
  isPart: boolean
}

/** Returns what a user can allow of the scopes that are asked for. Each choice has more than the one before. */
export function choicesOf(asked: ReadonlySet<string>): Choice[] {
  const choices: Choice[] = []
  for (const level of levels) {
    const whole = scopesOf(level)
    const scopes = whole.filter((scope) => asked.has(scope))
    if (scopes.length > (choices.at(-1)?.scopes.length ?? 0)) {
      choices.push({ level, scopes, isPart: scopes.length < whole.length })
    }
  }
  return choices
}

/** The choice that is marked at first: an assistant prepares, and people act. */
export const suggestedOf = (choices: readonly Choice[]): Choice | undefined =>
  choices.filter(({ level }) => level !== 'act').at(-1) ?? choices[0]

/** The scopes in the words of a token answer: a level where it is exactly one. */
export function scopeText(scopes: string): string {
  return levels.find((level) => scopesOf(level).join(' ') === scopes) ?? scopes
}

/** In alphabetical order, as all scopes are stored. */
export const storedScopes = (scopes: Iterable<string>): string => {
  const granted = new Set(scopes)
  return allScopes.filter((scope) => granted.has(scope)).join(' ')
}
