import { Failure } from '../../core/failure.ts'
import type { Executor } from '../database/dialect.ts'
import { keepRows } from '../database/row-locks.ts'
import { type CampaignLists, findCampaign, listsOf } from './store.ts'

/** What a campaign names to choose its audience. Senders and templates cannot be deleted. */
interface References {
  lists: CampaignLists
  segmentId: number | null
}

/** A reference to something that was deleted. */
export interface GoneReference {
  field: 'list_id' | 'exclude_list_id' | 'segment_id'
  /** The position in a field with several ids. */
  index?: number
  id: number
}

/**
 * Returns the references of a campaign to something that was deleted. Inside a transaction, the others
 * stay until it ends. An excluded list that is gone must never mean that its people are mailed.
 */
export async function findGone(
  db: Executor,
  accountId: number,
  { lists: { included, excluded }, segmentId }: References,
): Promise<GoneReference[]> {
  const lists = await keepRows(db, 'lists', accountId, [...included, ...excluded])
  const segments = await keepRows(db, 'segments', accountId, segmentId === null ? [] : [segmentId])
  const goneLists = (field: 'list_id' | 'exclude_list_id', ids: readonly number[]) =>
    ids.flatMap((id, index) => (lists.has(id) ? [] : [{ field, index, id }]))
  return [
    ...goneLists('list_id', included),
    ...goneLists('exclude_list_id', excluded),
    ...(segmentId === null || segments.has(segmentId)
      ? []
      : [{ field: 'segment_id', id: segmentId } as const]),
  ]
}

/** Keeps everything that a campaign names until the transaction ends. Throws if something is gone. */
export async function keepReferences(
  tx: Executor,
  accountId: number,
  references: References,
): Promise<void> {
  const gone = await findGone(tx, accountId, references)
  if (gone.length > 0) throw failureOfGone(gone)
}

export const failureOfGone = (gone: readonly GoneReference[]): Failure =>
  new Failure('invalid', {
    problems: gone.map(({ field, index, id }) => ({
      field: index === undefined ? field : `${field}.${index}`,
      code: 'gone',
      values: { id },
    })),
  })

/** The same for a stored campaign. A fixed audience no longer needs what it was made from. */
export async function keepCampaignReferences(
  tx: Executor,
  accountId: number,
  id: number,
): Promise<void> {
  const { segment_id: segmentId, audience_fixed } = await findCampaign(tx, accountId, id)
  if (audience_fixed === 1) return
  const lists = (await listsOf(tx, accountId, [id])).get(id) ?? { included: [], excluded: [] }
  await keepReferences(tx, accountId, { lists, segmentId })
}
