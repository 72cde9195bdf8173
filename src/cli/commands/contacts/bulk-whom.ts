import type { Fields } from '../../../client/request.ts'
import { Failure } from '../../../core/failure.ts'
import type { Context } from '../../context.ts'
import { readTextFile } from '../../input/files.ts'

interface Asked {
  file?: string
  status?: string
  q?: string
  'with-tag'?: string
  segment?: string
  everyone?: boolean
}

const ways = ['contact', 'file', 'status', 'q', 'with-tag', 'segment', 'everyone']
const flags = (names: readonly string[]): string => names.map((name) => `--${name}`).join(', ')

/**
 * Whom an action is to reach: contacts that are named, those of a file, or a filter. Nobody is
 * everybody by leaving it out.
 */
export async function readWhom(
  { host, settings }: Context,
  named: readonly (string | number)[] = [],
  { file, status, q, 'with-tag': tag, segment, everyone }: Asked,
): Promise<Fields> {
  const filter = { status, q, tag, segment_id: segment }
  const given = {
    contact: named.length > 0 || undefined,
    file,
    filter: Object.values(filter).some((each) => each !== undefined) || undefined,
    everyone: everyone || undefined,
  }
  const [first, second] = Object.entries(given).flatMap(([way, value]) =>
    value === undefined ? [] : [way === 'filter' ? firstOf(filter) : way],
  )
  if (first === undefined) throw new Failure('missing_input', { values: { flags: flags(ways) } })
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

const firstOf = ({ status, q, tag }: { status?: unknown; q?: unknown; tag?: unknown }): string =>
  status !== undefined
    ? 'status'
    : q !== undefined
      ? 'q'
      : tag !== undefined
        ? 'with-tag'
        : 'segment'

/** No more than these: what a filter finds beyond a status only the server knows. */
export function mostReached(
  { contacts, filter }: Fields,
  list: { contacts: number; counts: Readonly<Record<string, number>> },
): number {
  if (Array.isArray(contacts)) return contacts.length
  const { status } = (filter ?? {}) as { status?: string } // as `readWhom` made it
  return status === undefined ? list.contacts : (list.counts[status] ?? list.contacts)
}
