import type { Executor } from '../database/dialect.ts'
import { type ContactMatch, selectMatchingIds, selectNextMatches } from './contacts-store.ts'
import type { SearchStrategy } from './strategies.ts'

/** A contact that a search found, and where the next page of the search continues. */
interface FoundContact extends ContactMatch {
  /** The index of the strategy that found it. */
  strategy: number
}

interface ContactSearch {
  accountId: number
  strategies: readonly SearchStrategy[]
  after: FoundContact | undefined
  limit: number
}

/** Rows to read at once after a first page was not enough because earlier strategies found many. */
const rowsAtOnce = 500

/** Applies one strategy after another until enough contacts are found. Each contact is found once. */
export async function searchContacts(
  reader: Executor,
  { accountId, strategies, after, limit }: ContactSearch,
): Promise<FoundContact[]> {
  const found: FoundContact[] = []
  for (const [index, strategy] of strategies.entries()) {
    if (index < (after?.strategy ?? 0)) continue
    let last: ContactMatch | undefined = after?.strategy === index ? after : undefined
    let rowLimit = limit
    for (let isExhausted = false; !isExhausted && found.length < limit; ) {
      const query = { accountId, strategy, after: last, limit: rowLimit }
      const rows = await selectNextMatches(reader, query)
      const known = await selectMatchingIds(
        reader,
        strategies.slice(0, index),
        rows.map(({ id }) => id),
      )
      const added = rows.filter(({ id }) => !known.has(id))
      found.push(
        ...added.slice(0, limit - found.length).map((row) => ({ ...row, strategy: index })),
      )
      last = rows.at(-1)
      isExhausted = rows.length < rowLimit
      rowLimit = rowsAtOnce
    }
  }
  return found
}
