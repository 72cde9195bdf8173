import type { AutomationNode } from '../../../contract/shapes/automation-node.ts'
import { openAct } from '../../contacts/bulk-act.ts'
import { selectIdsNamed } from '../../contacts/bulk-store.ts'
import type { BulkTask } from '../../contacts/bulk-task.ts'
import { ownsList } from '../../lists/store.ts'
import { groupBy } from './group-by.ts'
import type { Passing, Scene } from './outcome.ts'

export type ContactNode = Extract<
  AutomationNode,
  { type: 'add_list' | 'remove_list' | 'add_tag' | 'remove_tag' | 'set_field' }
>

/**
 * Changes contacts by what bulk actions change them by: who left is not brought back, and where a
 * list asks for consent they are asked. Throws when what the node names is not there any more.
 */
export async function changeContacts(
  scene: Scene,
  node: ContactNode,
  runs: readonly Passing[],
): Promise<void> {
  if (node.type === 'remove_list') return removeFromList(scene, Number(node.config.list_id), runs)
  const { tx, service, automation } = scene
  const task = taskOf(node, automation.id)
  for (const [listId, own] of groupBy(runs, ({ contact }) => contact.list_id)) {
    const place = { accountId: automation.accountId, listId }
    const act = await openAct(tx, service, place, task)
    const contacts = new Set(own.map(({ contact_id }) => contact_id))
    await act([...contacts].sort((one, other) => one - other))
  }
}

type Task = Omit<BulkTask, 'until'>

function taskOf(
  { type, config }: Exclude<ContactNode, { type: 'remove_list' }>,
  automation: number,
): BulkTask {
  const task: Task =
    type === 'add_list'
      ? { action: 'copy', to_list_id: config.list_id }
      : { action: type, ...config }
  return { ...task, until: 0, automation }
}

/** The address is taken off that list; where nothing of it is there, nothing is to be done. */
async function removeFromList(
  { tx, service, automation }: Scene,
  listId: number,
  runs: readonly Passing[],
): Promise<void> {
  const place = { accountId: automation.accountId, listId }
  if (!(await ownsList(tx, place))) return
  const keys = runs.map(({ contact }) => contact.email_key)
  const ids = await selectIdsNamed(tx, place, { ids: [], keys })
  const act = await openAct(tx, service, place, { action: 'delete', until: 0 })
  await act(ids)
}
