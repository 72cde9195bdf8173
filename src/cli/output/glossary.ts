import type { Document } from './document.ts'

export interface Entry {
  /** A word, or the key of one. */
  readonly name: string
  readonly sentence: string
}

/** Names with sentences too long for the cells of a table: below each other, and none is cut. */
export const glossary = (entries: readonly Entry[]): Document => ({
  one: Object.fromEntries(entries.map(({ sentence }, at) => [at, sentence])),
  view: { fields: entries.map(({ name }, at) => ({ field: String(at), header: name })) },
})
