import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { replaceFile } from '../../config/replace-file.ts'

export interface NamedItem {
  id: string
  name: string
}

/** The number of remembered items per collection. A longer list of candidates is not useful. */
const maxRemembered = 200

const nameFields = ['camp_name', 'name', 'from_mail', 'username', 'url'] as const

export const namesFile = (stateFolderPath: string): string => join(stateFolderPath, 'names.json')

export const namesKey = (apiUrl: string, collection: string): string => `${apiUrl} ${collection}`

type Remembered = Record<string, readonly NamedItem[]>

/** Reads the known items by `<api url> <collection>`. An unreadable file counts as empty. */
export function readNames(path: string): Remembered {
  try {
    const content: unknown = JSON.parse(readFileSync(path, 'utf8'))
    return typeof content === 'object' && content !== null ? (content as Remembered) : {}
  } catch {
    return {} // The file is a cache and will be rewritten.
  }
}

/** Stores the names of items that a server has shown, newest first. Errors are ignored. */
export function rememberNames(path: string, key: string, items: readonly object[]): void {
  const seen = items.flatMap(namedOf)
  if (seen.length === 0) return
  const ids = new Set(seen.map(({ id }) => id))
  changeNames(path, key, (known) => {
    const isKnown = seen.every(({ id, name }) => known.some((k) => k.id === id && k.name === name))
    return isKnown ? known : [...seen, ...known.filter(({ id }) => !ids.has(id))]
  })
}

/** Removes an item that a server has deleted, or does not have. */
export const forgetName = (path: string, key: string, gone: string): void =>
  changeNames(path, key, (known) =>
    known.some(({ id }) => id === gone) ? known.filter(({ id }) => id !== gone) : known,
  )

function changeNames(
  path: string,
  key: string,
  change: (known: readonly NamedItem[]) => readonly NamedItem[],
): void {
  const all = readNames(path)
  const known = all[key] ?? []
  const items = change(known)
  if (items === known) return
  const content = { ...all, [key]: items.slice(0, maxRemembered) }
  try {
    replaceFile(path, JSON.stringify(content))
  } catch {
    // A failing cache must not disturb the command.
  }
}

function namedOf(item: object): NamedItem[] {
  const values = item as Record<string, unknown> // checked below
  const name = nameFields.map((field) => values[field]).find((value) => typeof value === 'string')
  const { id } = values
  const isId = typeof id === 'number' || typeof id === 'string'
  return isId && typeof name === 'string' && name !== '' ? [{ id: String(id), name }] : []
}
