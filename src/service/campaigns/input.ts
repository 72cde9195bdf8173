import { normaliseAddress } from '../../core/address.ts'
import { Failure, type Problem } from '../../core/failure.ts'
import type { Executor } from '../database/dialect.ts'
import { type CampaignLists, ownLists } from './store.ts'

/** Fields of modules that are not built. Ignored, they would send to more people, or something else. */
const unbuilt = ['segment_id', 'template_id', 'attachments', 'ab_test'] as const

export function refuseUnbuilt(input: Partial<Record<(typeof unbuilt)[number], unknown>>): void {
  for (const field of unbuilt) {
    const value = input[field]
    const isAbsent = value === undefined || value === null
    if (!isAbsent && !(Array.isArray(value) && value.length === 0)) {
      throw new Failure('not_implemented', { values: { field } })
    }
  }
}

type Ids = readonly (number | string)[]

/** The lists of a campaign by number; all of them the account's, and none both in and out. */
export async function readLists(
  db: Executor,
  account: number,
  listIds: Ids,
  excludedIds: Ids,
): Promise<CampaignLists> {
  const included = [...new Set(listIds.map(Number))]
  const excluded = [...new Set(excludedIds.map(Number))]
  const own = await ownLists(db, account, [...included, ...excluded])
  const unknown = (field: string, ids: Ids): Problem[] =>
    ids.flatMap((id, index) =>
      own.has(Number(id)) ? [] : [{ field: `${field}.${index}`, code: 'unknown_id' as const }],
    )
  const problems = [
    ...unknown('list_id', listIds),
    ...unknown('exclude_list_id', excludedIds),
    ...excludedIds.flatMap((id, index): Problem[] =>
      included.includes(Number(id))
        ? [{ field: `exclude_list_id.${index}`, code: 'duplicate' }]
        : [],
    ),
  ]
  if (problems.length > 0) throw new Failure('invalid', { problems })
  return { included, excluded }
}

/** As it is kept: the domain in its ASCII form. The shape has checked that it is an address. */
export const readAddress = (text: string): string => normaliseAddress(text)?.email ?? text
