import { Failure, refuse } from '../../core/failure.ts'
import type { Executor } from '../database/dialect.ts'
import { inSlices } from '../database/slices.ts'
import { fieldsByName, readFieldValues } from '../lists/fields/field-values.ts'
import { selectFields } from '../lists/fields/store.ts'
import { deleteValues, writeValues } from '../lists/fields/values-store.ts'
import { findList, type List, type ListPlace, ownsList } from '../lists/store.ts'
import type { Service } from '../service.ts'
import { addTagTo, removeTagFrom, touchContacts } from './bulk-store.ts'
import type { Act, BulkTask } from './bulk-task.ts'
import { deleteContacts } from './delete-store.ts'
import { unsubscribeMany } from './leave-store.ts'
import { openTransfer } from './transfer.ts'

/** A contact takes a row in up to four tables: so many hold the loop some 30 ms. */
const contactsAtOnce = 250

/**
 * An action within a transaction. Throws before anything is done when the list is gone, or when what
 * the action names is not there or not of the account.
 */
export async function openAct(
  tx: Executor,
  service: Service,
  place: ListPlace,
  task: BulkTask,
): Promise<Act> {
  const act = await openAction(tx, service, place, task)
  return async (ids) => {
    let done = 0
    await inSlices(
      ids,
      async (slice) => {
        done += await act(slice)
      },
      contactsAtOnce,
    )
    return done
  }
}

async function openAction(
  tx: Executor,
  service: Service,
  place: ListPlace,
  task: BulkTask,
): Promise<Act> {
  const list = await findList(tx, place)
  const now = service.clock.now()
  const { action, tag = '', to_list_id, automation } = task
  switch (action) {
    case 'add_tag':
      return touching(tx, now, (ids) => addTagTo(tx, ids, tag))
    case 'remove_tag':
      return touching(tx, now, (ids) => removeTagFrom(tx, ids, tag))
    case 'set_field':
      return touching(tx, now, await openField(tx, list, task))
    case 'unsubscribe':
      return (ids) => unsubscribeMany(tx, place, ids, { reason: '', now })
    case 'delete':
      return (ids) => deleteContacts(tx, place.accountId, ids)
    case 'move':
    case 'copy': {
      const to = await findTarget(tx, { ...place, listId: Number(to_list_id) })
      return openTransfer(tx, service, { from: list, to, isMove: action === 'move', automation })
    }
  }
}

const touching =
  (
    tx: Executor,
    now: number,
    change: (ids: readonly number[]) => Promise<readonly number[]>,
  ): Act =>
  async (ids) => {
    const changed = await change(ids)
    await touchContacts(tx, changed, now)
    return changed.length
  }

async function openField(tx: Executor, list: List, { field = '', value = null }: BulkTask) {
  const byName = fieldsByName(await selectFields(tx, list.id))
  const { writes, problems } = readFieldValues(byName, { [field]: value }, { strict: true })
  refuse(
    problems.map(({ code, ...problem }) => ({
      ...problem,
      code,
      field: code === 'unknown_field' ? 'field' : 'value',
    })),
  )
  const [write] = writes
  if (!write) throw new Failure('internal') // neither a value nor a problem
  const field_id = write.field.id
  return async (ids: readonly number[]) => {
    await deleteValues(
      tx,
      ids.map((contact_id) => ({ contact_id, field_id })),
    )
    await writeValues(
      tx,
      ids.flatMap((contact_id) => write.parts.map((part) => ({ contact_id, field_id, ...part }))),
    )
    return ids
  }
}

async function findTarget(tx: Executor, place: ListPlace): Promise<List> {
  if (!(await ownsList(tx, place))) {
    throw new Failure('invalid', { problems: [{ field: 'to_list_id', code: 'unknown_id' }] })
  }
  return findList(tx, place)
}
