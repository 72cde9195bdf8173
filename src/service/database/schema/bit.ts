/** A boolean in both databases. */
export type Bit = 0 | 1
