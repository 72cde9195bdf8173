import type { Fields } from '../../client/request.ts'
import { Failure } from '../../core/failure.ts'
import type { Context } from '../context/context.ts'
import { readTextFile } from '../input/files.ts'

interface SelectionFlags {
  file?: string
  status?: string
  q?: string
  'with-tag'?: string
  segment?: string
  everyone?: boolean
}

const selectionFlags = ['contact', 'file', 'status', 'search', 'with-tag', 'segment', 'everyone']
const flags = (names: readonly string[]): string => names.map((name) => `--${name}`).join(' | ')

/**
 * Reads the selection of contacts: by name, from a file, or by a filter. An empty selection is an error,
 * never all contacts.
 */
export async function readSelection(
  { host, settings }: Context,
  named: readonly (string | number)[] = [],
  { file, status, q, 'with-tag': tag, segment, everyone }: SelectionFlags,
): Promise<Fields> {
  const filter = { status, q, tag, segment_id: segment }
  const sources = {
    contact: named.length > 0 || undefined,
    file,
    filter: Object.values(filter).some((each) => each !== undefined) || undefined,
    everyone: everyone || undefined,
  }
  const [first, second] = Object.entries(sources).flatMap(([source, value]) =>
    value === undefined ? [] : [source === 'filter' ? flagOfFilter(filter) : source],
  )
  if (first === undefined)
    throw new Failure('missing_input', { values: { flags: flags(selectionFlags) } })
  if (second !== undefined) {
    const problem = { code: 'not_together', values: { other: `--${first}` } } as const
    throw new Failure('usage', { problems: [{ field: `--${second}`, ...problem }] })
  }
  if (named.length > 0) return { contacts: named }
  if (file === undefined) return { filter }
  const source = { stdin: host.stdin, language: settings.language.value }
  const lines = (await readTextFile(file, source)).split(/\r?\n/)
  const contacts = lines.map((line) => line.trim()).filter((line) => line !== '')
  if (contacts.length === 0) throw new Failure('file_empty', { values: { path: file } })
  return { contacts }
}

const flagOfFilter = ({
  status,
  q,
  tag,
}: {
  status?: unknown
  q?: unknown
  tag?: unknown
}): string =>
  status !== undefined
    ? 'status'
    : q !== undefined
      ? 'search'
      : tag !== undefined
        ? 'with-tag'
        : 'segment'

/** An upper bound of the selected contacts. Only the server can apply the whole filter. */
export function maxSelected(
  { contacts, filter }: Fields,
  list: { contacts: number; counts: Readonly<Record<string, number>> },
): number {
  if (Array.isArray(contacts)) return contacts.length
  const { status } = (filter ?? {}) as { status?: string } // created by `readSelection`
  return status === undefined ? list.contacts : (list.counts[status] ?? list.contacts)
}
