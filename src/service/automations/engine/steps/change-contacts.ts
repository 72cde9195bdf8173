import type { AutomationNode } from '../../../../contract/shapes/flows/automation-node.ts'
import { prepareAction } from '../../../contacts/bulk/actions.ts'
import type { BulkTask } from '../../../contacts/bulk/selection.ts'
import { selectIdsNamed } from '../../../contacts/bulk/selection-store.ts'
import { ownsList } from '../../../lists/store.ts'
import { groupBy } from '../group-by.ts'
import type { ActiveRun, StepContext } from './outcome.ts'

type ContactNode = Extract<
  AutomationNode,
  { type: 'add_list' | 'remove_list' | 'add_tag' | 'remove_tag' | 'set_field' }
>

/**
 * Changes contacts with the bulk actions: unsubscribed contacts are not resubscribed, and a list
 * with double opt-in asks for confirmation. Throws if the target no longer exists.
 */
export async function changeContacts(
  context: StepContext,
  node: ContactNode,
  runs: readonly ActiveRun[],
): Promise<void> {
  if (node.type === 'remove_list') return removeFromList(context, Number(node.config.list_id), runs)
  const { tx, service, automation } = context
  const task = taskOf(node, automation.id)
  for (const [listId, group] of groupBy(runs, ({ contact }) => contact.list_id)) {
    const scope = { accountId: automation.accountId, listId }
    const applyAction = await prepareAction(tx, service, scope, task)
    const contacts = new Set(group.map(({ contact_id }) => contact_id))
    await applyAction([...contacts].sort((a, b) => a - b))
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

/** Removes the addresses from the list, if they are on it. */
async function removeFromList(
  { tx, service, automation }: StepContext,
  listId: number,
  runs: readonly ActiveRun[],
): Promise<void> {
  const scope = { accountId: automation.accountId, listId }
  if (!(await ownsList(tx, scope))) return
  const keys = runs.map(({ contact }) => contact.email_key)
  const ids = await selectIdsNamed(tx, scope, { ids: [], keys })
  const applyAction = await prepareAction(tx, service, scope, { action: 'delete', until: 0 })
  await applyAction(ids)
}
