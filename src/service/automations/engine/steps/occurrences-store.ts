import { sql } from 'kysely'
import type { EventProperties } from '../../../../contract/shapes/custom-event.ts'
import type { CausingEvent } from '../../../campaigns/run-events/run-event.ts'
import { dialectOf, type Executor } from '../../../database/dialect.ts'

/** A custom event of the contact of a run. */
export interface Occurrence extends CausingEvent {
  run: number
}

interface OccurrenceQuery {
  accountId: number
  nameId: number
  name: string
  /** The events of each run count from a time on. */
  runs: readonly { run: number; emailKey: string; since: number }[]
}

/** The number of events in one answer. Someone may have very many. */
const pageSize = 1000

/** Yields the events with one name of the contacts of runs, the oldest first, in pages. */
export async function* selectOccurrences(
  tx: Executor,
  { accountId, nameId, name, runs }: OccurrenceQuery,
): AsyncGenerator<Occurrence[]> {
  const source = dialectOf(tx).records(
    runs.map(({ run, emailKey, since }) => ({ run, email: emailKey, since })),
    { run: 'int', email: 'text', since: 'int' },
  )
  let after = { at: -1, id: -1, run: -1 }
  while (true) {
    const { rows } = await sql<{
      run: number
      id: number
      at: number
      value: number | null
      currency: string
      properties: string
    }>`
      select r.run, e.id, e.at, e.value, e.currency, e.properties from ${source} as r
      join people p on p.account_id = ${accountId} and p.email_key = r.email
      join custom_events e on e.account_id = ${accountId} and e.person_id = p.id
        and e.at >= r.since and e.name_id = ${nameId}
      where (e.at, e.id, r.run) > (${after.at}, ${after.id}, ${after.run})
      order by e.at, e.id, r.run limit ${pageSize}
    `.execute(tx)
    if (rows.length > 0) {
      yield rows.map(({ run, at, value, currency, properties }) => {
        const read: EventProperties = JSON.parse(properties)
        return { run, name, at, value, currency: currency || null, properties: read }
      })
    }
    const last = rows.at(-1)
    if (!last || rows.length < pageSize) return
    after = last
  }
}
