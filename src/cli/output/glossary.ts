import type { Document } from './document.ts'

export interface Entry {
  /** A name, or the key of its message. */
  readonly name: string
  readonly sentence: string
  /** Its sign stands in front of the sentence. */
  readonly level?: string
}

/** Lists names with sentences that are too long for a table, without cutting them. */
export const glossary = (entries: readonly Entry[]): Document => ({
  one: Object.fromEntries(
    entries.flatMap(({ sentence, level }, index) => [
      [index, sentence],
      [levelField(index), level],
    ]),
  ),
  view: {
    fields: entries.map(({ name, level }, index) => ({
      field: String(index),
      header: name,
      format: 'sentence',
      ...(level !== undefined && { stateField: levelField(index) }),
    })),
  },
})

const levelField = (index: number): string => `${index} level`
