import { lists } from '../../contract/modules/lists.ts'
import { Failure } from '../../core/failure.ts'
import type { Context } from '../context/context.ts'

/** How many lists of the same name an error names at most. */
const maxMatches = 10

/**
 * Returns a list's id from an id or a name. Throws if no list or several lists have the name. On another
 * server ids may be words: there, a text that is not a name is taken as an id.
 */
export async function findListId(context: Context, text: string): Promise<string> {
  if (/^\d+$/.test(text)) return text
  const client = await context.client()
  const { data } = await client.call(lists.list, { q: text, limit: maxMatches })
  const found = data.items.filter(({ name }) => name === text)
  const [list, second] = found
  if (!list) {
    const areIdsWords = data.items.some(({ id }) => !/^\d+$/.test(String(id)))
    if (areIdsWords) return text
    throw new Failure('not_found', { values: { what: text } })
  }
  if (second) {
    const ids = found.map(({ id }) => id).join(', ')
    throw new Failure('ambiguous_name', { values: { name: text, ids } })
  }
  return String(list.id)
}

/**
 * Returns a list id for the path of a request. On another server it can be text instead of a
 * number.
 */
export const wireId = (listId: string): number => listId as unknown as number
