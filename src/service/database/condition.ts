import type { RawBuilder } from 'kysely'

/** What shall be true of a row of `contacts`, under that name: to be put into a `where`. */
export type Condition = RawBuilder<boolean>
