/** What a relay tells of one message of ours, in the words of none of them. */
export interface Told {
  /** Where it may have kept a mark of ours: return paths and Message-IDs. The first that is ours counts. */
  marks: readonly string[]
  says: ToldBounce | { is: 'complaint' }
}

export interface ToldBounce {
  is: 'bounce'
  /** What the receiving server said, if the relay passes that on. */
  said: string
  /** The enhanced status of the report, if there is one. */
  status: string
  /** The relay's own judgement. */
  isForGood: boolean
}

type Json = Readonly<Record<string, unknown>>

/** Relays add fields as they like and leave others out: nothing is taken for granted. */
export const objectOf = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {}

export const listOf = (value: unknown): readonly Json[] =>
  Array.isArray(value) ? value.map(objectOf) : []

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
