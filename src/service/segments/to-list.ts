import type { contract } from '../../contract/index.ts'
import { Failure } from '../../core/failure.ts'
import { randomToken } from '../../core/ids.ts'
import { openAct } from '../contacts/bulk-act.ts'
import { lastContactId } from '../contacts/bulk-store.ts'
import { type BulkTask, whomOf } from '../contacts/bulk-task.ts'
import type { Executor } from '../database/dialect.ts'
import { sliceSize } from '../database/slices.ts'
import type { Handler } from '../handler.ts'
import { insertJob } from '../jobs/queue-store.ts'
import type { Field } from '../lists/fields/field-values.ts'
import { insertField, selectFields } from '../lists/fields/store.ts'
import { insertList, type ListPlace } from '../lists/store.ts'
import type { Service } from '../service.ts'
import { listsWith, placesLeft } from './contacts-store.ts'
import { conditionOf, groundOf, segmentFilter } from './segment-filter.ts'
import { requireSegment } from './store.ts'

const publicIdBytes = 12

/**
 * Who is in it now, copied to a list of their own with their fields and tags; nobody is more active
 * there. A few are there when it answers, more are brought by a job for each list they come from.
 */
export const toList =
  (service: Service): Handler<typeof contract.segments.toList> =>
  async ({ id, name }, { account, transact }) => {
    const { db, reader, clock } = service
    const segment = await requireSegment(reader, { accountId: account.id, segmentId: id })
    const condition = await conditionOf(reader, segment, clock.now())
    const sources = await listsWith(reader, groundOf(segment), condition)
    const total = sources.reduce((sum, { contacts }) => sum + contacts, 0)
    if (total > (await placesLeft(db, account.id))) throw new Failure('quota_exceeded')
    const places = sources.map(({ listId }) => ({ accountId: account.id, listId }))

    const answer = await transact(async (tx) => {
      const to = await makeList(tx, account.id, name, clock.now())
      await copyFields(tx, places, to, clock.now())
      const job_ids: number[] = []
      for (const place of places) {
        const task: BulkTask = {
          action: 'copy',
          to_list_id: to.listId,
          filter: { segment_id: id },
          until: await lastContactId(tx, place),
        }
        if (total <= sliceSize) await copyNow(tx, place, task)
        else {
          const job = { ...place, kind: 'bulk', params: task, now: clock.now() } as const
          job_ids.push(await insertJob(tx, job))
        }
      }
      return { ok: true, list_id: to.listId, job_ids }
    })
    service.wake()
    return answer

    async function copyNow(tx: Executor, place: ListPlace, task: BulkTask): Promise<void> {
      const whom = await whomOf({ reader: tx, filterBy: segmentFilter(clock) }, place, task)
      const slice = await whom.next(0)
      if (!slice) return
      const copy = await openAct(tx, service, place, task)
      await copy(await slice.select(tx))
    }
  }

async function makeList(
  tx: Executor,
  accountId: number,
  name: string,
  now: number,
): Promise<ListPlace> {
  const listId = await insertList(tx, {
    account_id: accountId,
    public_id: randomToken(publicIdBytes),
    name,
    description: '',
    // They said yes where they come from, and are not asked once more.
    double_optin: 0,
    from_mail: null,
    welcome_template_id: null,
    public_by_id: 0,
    created_at: now,
    updated_at: now,
  })
  return { accountId, listId }
}

/** Of fields with one key on several lists the first is taken. Nobody is left out for want of a value. */
async function copyFields(
  tx: Executor,
  sources: readonly ListPlace[],
  to: ListPlace,
  now: number,
): Promise<void> {
  const byKey = new Map<string, Field>()
  for (const { listId } of sources) {
    for (const field of await selectFields(tx, listId)) {
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
