import { Failure, refuse } from '../../../core/failure.ts'
import type { Executor } from '../../database/dialect.ts'
import { inSlices } from '../../database/slices.ts'
import { fieldsByName, readFieldValues } from '../../lists/fields/field-values.ts'
import { selectFields } from '../../lists/fields/store.ts'
import { deleteValues, upsertValues } from '../../lists/fields/values-store.ts'
import { findList, type List, type ListRef, ownsList } from '../../lists/store.ts'
import type { Service } from '../../service.ts'
import { unsubscribeMany } from '../consent/unsubscribe.ts'
import { deleteContacts } from '../erasure/delete-store.ts'
import { touchContacts } from '../table/update-store.ts'
import { addTagTo, removeTagFrom } from '../tags-store.ts'
import type { BulkAction, BulkResult, BulkTask } from './selection.ts'
import { prepareTransfer } from './transfer.ts'

/**
 * Contacts per slice. Each takes a row in up to four tables, so a slice blocks the event loop some
 * 30 ms.
 */
const contactsAtOnce = 250

/**
 * Prepares an action within a transaction. Throws before any change if the list is gone, or if the
 * action refers to something that does not exist in the account.
 */
export async function prepareAction(
  tx: Executor,
  service: Service,
  listRef: ListRef,
  task: BulkTask,
): Promise<BulkAction> {
  const act = await prepareSliceAction(tx, service, listRef, task)
  return async (ids) => {
    const total = { done: 0, optInsWaiting: 0 }
    await inSlices(
      ids,
      async (slice) => {
        const { done, optInsWaiting } = await act(slice)
        total.done += done
        total.optInsWaiting += optInsWaiting
      },
      contactsAtOnce,
    )
    return total
  }
}

async function prepareSliceAction(
  tx: Executor,
  service: Service,
  listRef: ListRef,
  task: BulkTask,
): Promise<BulkAction> {
  const list = await findList(tx, listRef)
  const now = service.clock.now()
  const { action, tag = '', to_list_id, automation } = task
  switch (action) {
    case 'add_tag':
      return withNewVersion(tx, now, (ids) => addTagTo(tx, listRef.accountId, ids, tag))
    case 'remove_tag':
      return withNewVersion(tx, now, (ids) => removeTagFrom(tx, listRef.accountId, ids, tag))
    case 'set_field':
      return withNewVersion(tx, now, await prepareFieldWrite(tx, list, task))
    case 'unsubscribe':
      return async (ids) => doneOnly(await unsubscribeMany(tx, listRef, ids, { reason: '', now }))
    case 'delete':
      return async (ids) => doneOnly(await deleteContacts(tx, listRef.accountId, ids))
    case 'move':
    case 'copy': {
      const to = await findTargetList(tx, { ...listRef, listId: Number(to_list_id) })
      return prepareTransfer(tx, service, { from: list, to, isMove: action === 'move', automation })
    }
  }
}

const doneOnly = (done: number): BulkResult => ({ done, optInsWaiting: 0 })

const withNewVersion =
  (
    tx: Executor,
    now: number,
    change: (ids: readonly number[]) => Promise<readonly number[]>,
  ): BulkAction =>
  async (ids) => {
    const changed = await change(ids)
    await touchContacts(tx, changed, now)
    return doneOnly(changed.length)
  }

async function prepareFieldWrite(tx: Executor, list: List, { field = '', value = null }: BulkTask) {
  const byName = fieldsByName(
    await selectFields(tx, { accountId: list.account_id, listId: list.id }),
  )
  const { writes, problems } = readFieldValues(byName, { [field]: value }, { strict: true })
  refuse(
    problems.map(({ code, ...problem }) => ({
      ...problem,
      code,
      field: code === 'unknown_field' ? 'field' : 'value',
    })),
  )
  const [write] = writes
  if (!write) throw new Failure('internal') // unreachable: reading returns a value or a problem
  const field_id = write.field.id
  return async (ids: readonly number[]) => {
    await deleteValues(
      tx,
      list.account_id,
      ids.map((contact_id) => ({ contact_id, field_id })),
    )
    await upsertValues(
      tx,
      list.account_id,
      ids.flatMap((contact_id) => write.parts.map((part) => ({ contact_id, field_id, ...part }))),
    )
    return ids
  }
}

async function findTargetList(tx: Executor, listRef: ListRef): Promise<List> {
  if (!(await ownsList(tx, listRef))) {
    throw new Failure('invalid', { problems: [{ field: 'to_list_id', code: 'unknown_id' }] })
  }
  return findList(tx, listRef)
}
