import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

export interface Named {
  id: string
  name: string
}

/** Items remembered of one noun; a list of candidates longer than this helps nobody. */
const mostRemembered = 200

const nameFields = ['camp_name', 'name', 'from_mail', 'username'] as const

type Remembered = Record<string, readonly Named[]>

/** What was seen of a server's items, by `<api url> <noun>`. A file that cannot be read is an empty one. */
export function readNames(path: string): Remembered {
  try {
    const content: unknown = JSON.parse(readFileSync(path, 'utf8'))
    return typeof content === 'object' && content !== null ? (content as Remembered) : {}
  } catch {
    return {} // A cache: the next list fills it again.
  }
}

/** Keeps the names of a list that was shown, the newest first. Returns without a word when it cannot. */
export function rememberNames(path: string, key: string, items: readonly object[]): void {
  const seen = items.flatMap(namedOf)
  if (seen.length === 0) return
  const known = readNames(path)
  const ids = new Set(seen.map(({ id }) => id))
  const kept = [...seen, ...(known[key] ?? []).filter(({ id }) => !ids.has(id))]
  const content = { ...known, [key]: kept.slice(0, mostRemembered) }
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    writeFileSync(`${path}.new`, JSON.stringify(content), { mode: 0o600 })
    renameSync(`${path}.new`, path)
  } catch {
    // A cache that cannot be kept must not disturb what the person came for.
  }
}

function namedOf(item: object): Named[] {
  const values = item as Record<string, unknown> // looked at below
  const name = nameFields.map((field) => values[field]).find((value) => typeof value === 'string')
  const { id } = values
  const isId = typeof id === 'number' || typeof id === 'string'
  return isId && typeof name === 'string' ? [{ id: String(id), name }] : []
}
