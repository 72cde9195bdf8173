import { type RawBuilder, sql } from 'kysely'
import { allInOrder } from '../database/batches/all-in-order.ts'
import type { Condition } from '../database/condition.ts'
import { dialectOf, type Executor } from '../database/dialect.ts'
import { addFigures, addingFigures } from './addition-store.ts'
import { type CountedValues, changesOf, foundColumns } from './recipient-facts-store.ts'

interface NewRecipients {
  account: number
  campaign: number
  /** The end of the month whose limit the sends count against; null if the campaign has taken them. */
  takenUntil: number | null
  /** Leaves out those that the campaign has already. */
  skipsKnown: boolean
}

/**
 * Adds recipients to a campaign and returns their ids. `people` is a query of `address_key`, `visit` and
 * `contact_id`, in this order.
 */
export async function addRecipients(
  tx: Executor,
  { account, campaign, takenUntil, skipsKnown }: NewRecipients,
  people: RawBuilder<unknown>,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into recipients (account_id, campaign_id, taken_until, state, attempts, address_key, visit,
      contact_id)
    select ${account}, ${campaign}, cast(${takenUntil} as bigint), 'pending', 0, people.*
    from (${people}) as people where ${dialectOf(tx).countsFigures}
    ${skipsKnown ? sql`on conflict do nothing` : sql``}
    returning id
  `.execute(tx)
  await addFigures(tx, [
    { account_id: account, campaign_id: campaign, measure: 'pending', count: rows.length },
  ])
  return rows.map(({ id }) => id)
}

/** A change of recipients from which figures are counted. */
export interface RecipientsChange {
  /** Rows with values, as `r`, one for each recipient. `changed_id` is its id. */
  rows: RawBuilder<unknown>
  counted: CountedValues
  /** Assignments of other columns. */
  details?: RawBuilder<unknown>
  /** Over `recipients` and `r`; undefined: all of them. */
  condition?: RawBuilder<boolean>
}

/** Changes recipients, and the figures with them. Returns what is wanted of the changed rows. */
export async function changeRecipients<Row>(
  tx: Executor,
  change: RecipientsChange,
  wanted?: RawBuilder<Row>,
): Promise<Row[]> {
  const returning = wanted ? sql`returning ${wanted}` : sql``
  if (dialectOf(tx).isInOrder) {
    const [, { rows }] = await allInOrder(tx, [
      (each) => countingChange(each, change).execute(each),
      (each) => sql<Row>`${updatingRecipients(each, change)} ${returning}`.execute(each),
    ] as const)
    return rows
  }
  // One statement, so that what is counted is what is changed: others may change the same rows.
  const found = sql`found as r`
  const { rows } = await sql<Row>`
    with found as materialized (${foundBy(change)} for update of recipients),
    counted as (${addingFigures(tx, changesOf(change.counted, found))})
    update recipients set ${assignmentsOf(change)} from ${found}
    where recipients.id = r.found_id and ${dialectOf(tx).countsFigures}
    ${returning}
  `.execute(tx)
  return rows
}

const countingChange = (db: Executor, change: RecipientsChange): RawBuilder<object> =>
  addingFigures(db, changesOf(change.counted, sql`(${foundBy(change)}) as r`))

/** The statement that makes a change and counts nothing. */
export const updatingRecipients = (
  db: Executor,
  change: RecipientsChange,
): RawBuilder<object> => sql`
  update recipients set ${assignmentsOf(change)} from ${change.rows} as r
  where recipients.id = r.changed_id ${conditionOf(change)} and ${dialectOf(db).countsFigures}`

const foundBy = (change: RecipientsChange): RawBuilder<unknown> => sql`
  select r.*, ${foundColumns} from ${change.rows} as r
  join recipients on recipients.id = r.changed_id ${conditionOf(change)}`

const conditionOf = ({ condition }: RecipientsChange): RawBuilder<unknown> =>
  condition ? sql`and ${condition}` : sql``

const assignmentsOf = ({ counted, details }: RecipientsChange): RawBuilder<unknown> =>
  sql.join([
    ...Object.entries(counted).map(([column, value]) => sql.raw(`${column} = ${value}`)),
    ...(details ? [details] : []),
  ])

/** Cancels those that have no result yet. Returns what each took from the quota. */
export const cancelRecipients = (
  tx: Executor,
  ids: readonly number[],
): Promise<{ account_id: number; taken_until: number | null }[]> =>
  changeRecipients(
    tx,
    {
      rows: dialectOf(tx).records(
        ids.map((id) => ({ changed_id: id })),
        { changed_id: 'int' },
      ),
      counted: { state: `'cancelled'` },
      condition: sql<boolean>`recipients.state in ('pending', 'deferred')`,
    },
    sql<{ account_id: number; taken_until: number | null }>`account_id, taken_until`,
  )

/**
 * Sets the variants of recipients that have not been sent to: no figure tells these apart. `rows` has the
 * columns `changed_id` and `new_variant`.
 */
export async function setVariants(tx: Executor, rows: RawBuilder<unknown>): Promise<void> {
  await sql`
    update recipients set variant = r.new_variant from ${rows} as r
    where recipients.id = r.changed_id and r.new_variant is not null
      and ${dialectOf(tx).countsFigures}
  `.execute(tx)
}

/** Changes columns that no figure is counted from. */
export async function changeRecipientDetails(
  tx: Executor,
  those: Condition,
  set: RawBuilder<unknown>,
): Promise<void> {
  await sql`
    update recipients set ${set} where ${those} and ${dialectOf(tx).countsFigures}
  `.execute(tx)
}
