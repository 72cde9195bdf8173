import type { Executor } from '../database/dialect.ts'
import { foldName } from '../lists/fields/fold-name.ts'

/** Of each kind the newest: so many names are compared in a few milliseconds. */
export const namesCompared = 5000

/** A search shows no more of each kind. */
export const mostFound = 10

/** Rows one of whose texts holds what is searched, whatever its case and accents. */
const holding = <Row>(
  rows: readonly Row[],
  q: string,
  textsOf: (row: Row) => readonly string[],
) => {
  const wanted = foldName(q.trim())
  return rows
    .filter((row) => textsOf(row).some((text) => foldName(text).includes(wanted)))
    .slice(0, mostFound)
}

export async function searchCampaigns(reader: Executor, accountId: number, q: string) {
  const rows = await reader
    .selectFrom('campaigns')
    .select(['id', 'camp_name', 'asunto', 'status'])
    .where('account_id', '=', accountId)
    .where('deleted_at', 'is', null)
    .where('automation_id', 'is', null)
    .orderBy('id', 'desc')
    .limit(namesCompared)
    .execute()
  return holding(rows, q, ({ camp_name, asunto }) => [camp_name, asunto])
}

export async function searchLists(reader: Executor, accountId: number, q: string) {
  const rows = await reader
    .selectFrom('lists')
    .select(['id', 'name'])
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .limit(namesCompared)
    .execute()
  return holding(rows, q, ({ name }) => [name])
}

export async function searchSegments(reader: Executor, accountId: number, q: string) {
  const rows = await reader
    .selectFrom('segments')
    .select(['id', 'name', 'contacts'])
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .limit(namesCompared)
    .execute()
  return holding(rows, q, ({ name }) => [name])
}

/** Those that are offered: what was put away is not found. */
export async function searchTemplates(reader: Executor, accountId: number, q: string) {
  const rows = await reader
    .selectFrom('templates')
    .select(['id', 'name', 'version'])
    .where('account_id', '=', accountId)
    .where('archived', '=', 0)
    .orderBy('id', 'desc')
    .limit(namesCompared)
    .execute()
  return holding(rows, q, ({ name }) => [name])
}
