import type { RawBuilder } from 'kysely'

/** A condition on a row of `contacts` under that name, for a `where` clause. */
export type Condition = RawBuilder<boolean>
