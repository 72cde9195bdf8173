import type { contract } from '../../contract/index.ts'
import { Failure } from '../../core/failure.ts'
import { randomToken } from '../../core/ids.ts'
import { prepareAction } from '../contacts/bulk/actions.ts'
import { type BulkTask, createSelection } from '../contacts/bulk/selection.ts'
import { lastContactId } from '../contacts/store.ts'
import type { Executor } from '../database/dialect.ts'
import { sliceSize } from '../database/slices.ts'
import type { Handler } from '../handler.ts'
import { insertJob } from '../jobs/queue-store.ts'
import type { Field } from '../lists/fields/field-values.ts'
import { insertField, selectFields } from '../lists/fields/store.ts'
import { insertList, type ListRef } from '../lists/store.ts'
import type { Service } from '../service.ts'
import { remainingContactQuota, selectListCounts } from './contacts-store.ts'
import { compiledSegment, scopeOf, segmentFilter } from './segment-filter.ts'
import { requireSegment } from './store.ts'

const publicIdBytes = 12

/**
 * Copies the current contacts of a segment to a new list, with their fields, tags and status. A
 * single slice is copied immediately, more by one job per source list.
 */
export const toList =
  (service: Service): Handler<typeof contract.segments.toList> =>
  async ({ id, name }, { account, transact }) => {
    const { db, reader, clock } = service
    const segment = await requireSegment(reader, { accountId: account.id, segmentId: id })
    const { forAll } = await compiledSegment(reader, segment, clock.now())
    const sources = await selectListCounts(reader, scopeOf(segment), forAll)
    const total = sources.reduce((sum, { contacts }) => sum + contacts, 0)
    if (total > (await remainingContactQuota(db, account.id))) throw new Failure('quota_exceeded')
    const sourceRefs = sources.map(({ listId }) => ({ accountId: account.id, listId }))

    const answer = await transact(async (tx) => {
      const to = await makeList(tx, account.id, name, clock.now())
      await copyFields(tx, sourceRefs, to, clock.now())
      const job_ids: number[] = []
      for (const source of sourceRefs) {
        const task: BulkTask = {
          action: 'copy',
          to_list_id: to.listId,
          filter: { segment_id: id },
          until: await lastContactId(tx, source),
        }
        if (total <= sliceSize) await copyNow(tx, source, task)
        else {
          const job = { ...source, kind: 'bulk', params: task, now: clock.now() } as const
          job_ids.push(await insertJob(tx, job))
        }
      }
      return { ok: true, list_id: to.listId, job_ids }
    })
    service.wake()
    return answer

    async function copyNow(tx: Executor, source: ListRef, task: BulkTask): Promise<void> {
      const selection = await createSelection(
        { reader: tx, filterBy: segmentFilter(clock) },
        source,
        task,
      )
      const slice = await selection.next(0)
      if (!slice) return
      const copy = await prepareAction(tx, service, source, task)
      await copy(await slice.select(tx))
    }
  }

async function makeList(
  tx: Executor,
  accountId: number,
  name: string,
  now: number,
): Promise<ListRef> {
  const listId = await insertList(tx, {
    account_id: accountId,
    public_id: randomToken(publicIdBytes),
    name,
    description: '',
    // They consented on their original list and need not confirm again.
    double_optin: 0,
    from_mail: null,
    welcome_template_id: null,
    public_by_id: 0,
    created_at: now,
    updated_at: now,
  })
  return { accountId, listId }
}

/**
 * Copies the fields of the source lists. Of fields with the same key the first one is used. No
 * field is required, so that no contact is skipped for a missing value.
 */
async function copyFields(
  tx: Executor,
  sources: readonly ListRef[],
  to: ListRef,
  now: number,
): Promise<void> {
  const byKey = new Map<string, Field>()
  for (const source of sources) {
    for (const field of await selectFields(tx, source)) {
      const known = byKey.get(field.key)
      const options = [...new Set([...(known?.options ?? []), ...field.options])]
      byKey.set(field.key, { ...(known ?? field), options: known ? options : field.options })
    }
  }
  const names = new Set<string>()
  for (const { id: _, ...field } of byKey.values()) {
    const name = names.has(field.name.toLowerCase()) ? `${field.name} (${field.key})` : field.name
    names.add(name.toLowerCase())
    await insertField(tx, to, { ...field, name, required: false }, now)
  }
}
