/** A predicate on one value. A field with several values matches if one of them does. */
export type Predicate =
  | { is: 'set' }
  | { is: 'one-of'; values: readonly (string | number)[] }
  | { is: 'like'; where: 'contains' | 'starts_with' | 'ends_with'; text: string }
  /** All bounds apply. Times are in milliseconds. */
  | { is: 'compared'; bounds: readonly Bound[] }
  /** Days back from now, or ahead if negative. */
  | { is: 'recent'; days: number }

export type Bound = readonly [comparison: '<' | '<=' | '>' | '>=', value: number]
