import type { ContactInput } from '../../tabular/check.ts'
import { keepEarlier, mergeContacts } from '../../tabular/merge-contacts.ts'
import type { Row } from '../../tabular/table.ts'

/** A contact and the rows it was read from. */
export interface Entry {
  contact: ContactInput
  rows: Row[]
}

/** A valid row. `isRepeat`: its address occurred earlier in the file. */
export interface ValidRow extends Entry {
  key: string
  isRepeat: boolean
}

/**
 * Orders the rows of a slice: first those whose address is new in the file, then repeated ones,
 * grouped by address.
 */
export function orderEntries(
  rows: readonly ValidRow[],
  { lastWins }: { lastWins: boolean },
): { fresh: Entry[]; repeats: Entry[] } {
  const repeats = new Map<string, Entry>()
  const merge = lastWins ? mergeContacts : keepEarlier
  for (const { key, contact, rows: sources } of rows.filter(({ isRepeat }) => isRepeat)) {
    const known = repeats.get(key)
    if (!known) repeats.set(key, { contact, rows: [...sources] })
    else {
      known.rows.push(...sources)
      known.contact = merge(known.contact, contact)
    }
  }
  return { fresh: rows.filter(({ isRepeat }) => !isRepeat), repeats: [...repeats.values()] }
}
