import { lists } from '../../contract/modules/lists.ts'
import { Failure } from '../../core/failure.ts'
import type { Context } from '../context.ts'

/** More lists of one name than this are not told apart any more. */
const namesakes = 10

/**
 * A list's id, from an id or a name; two lists of that name are refused, and so is none. Where ids are
 * words, as they may be on another server, one that is no name is taken for an id.
 */
export async function findListId(context: Context, text: string): Promise<string> {
  if (/^\d+$/.test(text)) return text
  const client = await context.client()
  const { data } = await client.call(lists.list, { q: text, limit: namesakes })
  const found = data.items.filter(({ name }) => name === text)
  const [list, other] = found
  if (!list) {
    const areIdsWords = data.items.some(({ id }) => !/^\d+$/.test(String(id)))
    if (areIdsWords) return text
    throw new Failure('not_found', { values: { what: text } })
  }
  if (other) {
    const ids = found.map(({ id }) => id).join(', ')
    throw new Failure('ambiguous_name', { values: { name: text, ids } })
  }
  return String(list.id)
}
