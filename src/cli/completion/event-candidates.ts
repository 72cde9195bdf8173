import { foldName } from '../../core/fold-name.ts'
import type { NamedItem } from '../known-names/names.ts'

type FindNames = (collection: string) => readonly NamedItem[]

/** The field of each verb that is the name of an event. */
const nameFields: Readonly<Record<string, string>> = {
  'events send': 'name',
  'events received': 'name',
  'events properties': 'name',
  'events pixel': 'name',
  'automations trigger': 'event',
}

/**
 * Returns what the events of the account offer for a value: their names, `KEY=` for a property, and both in
 * an expression of `--where`. Undefined if it has nothing to do with events.
 */
export function eventCandidates(
  { verb, key, current }: { verb: string; key: string; current: string },
  findNames: FindNames,
): string[] | undefined {
  if (nameFields[verb] === key) return beginning(namesOf(findNames), current)
  if (key === 'properties' && nameFields[verb] !== undefined) {
    const keys = findNames('event-properties').map(({ name }) => name)
    const own = keys.filter((name) => !name.includes('[]'))
    return current.includes('=') ? [] : beginning(unique(own), current).map((name) => `${name}=`)
  }
  return key === 'where' ? inExpression(current, findNames) : undefined
}

function inExpression(text: string, findNames: FindNames): string[] | undefined {
  const lower = text.toLowerCase()
  const start = lower.lastIndexOf('did ')
  if (start < 0) return undefined
  const clause = text.slice(start + 4)
  const [, open, name, rest] = /^ *("?)([^"]*)("?.*)$/s.exec(clause) ?? []
  if (name === undefined || rest === undefined) return undefined
  if (rest === '') {
    if (open === '' && name.includes(' ')) return undefined
    const before = text.slice(0, start + 4)
    return beginning(namesOf(findNames), name).map((found) => `${before}"${found}"`)
  }
  const [word = ''] = /[^\s,]*$/.exec(rest) ?? []
  const before = text.slice(0, text.length - word.length)
  if (!/(\bwith|,|\btotal of) *$/i.test(before)) return undefined
  const keys = findNames('event-properties')
    .filter(({ id }) => id.startsWith(`${name}\0`))
    .map((property) => property.name)
  return beginning(keys, word.replace(/^"/, '')).map((found) =>
    /^[a-z_]\w*$/i.test(found) ? before + found : `${before}"${found}"`,
  )
}

const namesOf = (findNames: FindNames): string[] => findNames('events').map(({ name }) => name)

const beginning = (names: readonly string[], current: string): string[] =>
  names.filter((name) => foldName(name).startsWith(foldName(current)))

const unique = (names: readonly string[]): string[] => [...new Set(names)]
