/** A boolean, as both databases hold it. */
export type Bit = 0 | 1
