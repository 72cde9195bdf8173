import type { Document } from './document.ts'

export interface Entry {
  /** A name, or the key of its message. */
  readonly name: string
  readonly sentence: string
}

/** Lists names with sentences that are too long for a table, without cutting them. */
export const glossary = (entries: readonly Entry[]): Document => ({
  one: Object.fromEntries(entries.map(({ sentence }, index) => [index, sentence])),
  view: { fields: entries.map(({ name }, index) => ({ field: String(index), header: name })) },
})
