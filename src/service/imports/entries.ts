import type { ContactInput } from '../../tabular/check.ts'
import type { Row } from '../../tabular/table.ts'

/** One contact, and the rows it was read from. */
export interface Entry {
  contact: ContactInput
  rows: Row[]
}

/** A row that may be written; `isRepeat`: its address stood further up in the file. */
export interface SoundRow extends Entry {
  key: string
  isRepeat: boolean
}

/**
 * The rows of a slice in the order in which they take effect: first those whose address is new to the
 * file, then, an address at a time, those that say it again.
 */
export function arrange(
  rows: readonly SoundRow[],
  { lastWins }: { lastWins: boolean },
): { fresh: Entry[]; repeats: Entry[] } {
  const repeats = new Map<string, Entry>()
  for (const { key, contact, rows: sources } of rows.filter(({ isRepeat }) => isRepeat)) {
    const held = repeats.get(key)
    if (!held) repeats.set(key, { contact, rows: [...sources] })
    else {
      held.rows.push(...sources)
      if (lastWins) held.contact = merge(held.contact, contact)
    }
  }
  return { fresh: rows.filter(({ isRepeat }) => !isRepeat), repeats: [...repeats.values()] }
}

/** As if one were written after the other: what the later leaves out stays. */
function merge(earlier: ContactInput, later: ContactInput): ContactInput {
  const customFields = { ...earlier.customFields, ...later.customFields }
  return {
    ...earlier,
    ...later,
    ...(Object.keys(customFields).length > 0 && { customFields }),
  }
}
