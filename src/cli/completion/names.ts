import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

export interface NamedItem {
  id: string
  name: string
}

/** The number of remembered items per noun. A longer list of candidates is not useful. */
const maxRemembered = 200

const nameFields = ['camp_name', 'name', 'from_mail', 'username'] as const

type Remembered = Record<string, readonly NamedItem[]>

/** Reads the known items by `<api url> <noun>`. An unreadable file counts as empty. */
export function readNames(path: string): Remembered {
  try {
    const content: unknown = JSON.parse(readFileSync(path, 'utf8'))
    return typeof content === 'object' && content !== null ? (content as Remembered) : {}
  } catch {
    return {} // The file is a cache and will be rewritten.
  }
}

/** Stores the names of a displayed list, newest first. Errors are ignored. */
export function rememberNames(path: string, key: string, items: readonly object[]): void {
  const seen = items.flatMap(namedOf)
  if (seen.length === 0) return
  const known = readNames(path)
  const ids = new Set(seen.map(({ id }) => id))
  const all = [...seen, ...(known[key] ?? []).filter(({ id }) => !ids.has(id))]
  const content = { ...known, [key]: all.slice(0, maxRemembered) }
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    writeFileSync(`${path}.new`, JSON.stringify(content), { mode: 0o600 })
    renameSync(`${path}.new`, path)
  } catch {
    // A failing cache must not disturb the command.
  }
}

function namedOf(item: object): NamedItem[] {
  const values = item as Record<string, unknown> // checked below
  const name = nameFields.map((field) => values[field]).find((value) => typeof value === 'string')
  const { id } = values
  const isId = typeof id === 'number' || typeof id === 'string'
  return isId && typeof name === 'string' ? [{ id: String(id), name }] : []
}
