import type { AutomationDefinition } from '../../contract/shapes/automation.ts'
import type { Trigger } from '../../contract/shapes/automation-node.ts'
import type { Executor } from '../database/dialect.ts'
import { type SignalKind, setListenedKinds } from '../events/signals-store.ts'
import { nodesOfType } from './definition.ts'

/** What each trigger is told by; a date comes by itself. */
const kindOfTrigger: Record<Trigger['type'], SignalKind | undefined> = {
  list_joined: 'joined',
  form: 'form',
  confirmed: 'confirmed',
  date_field: undefined,
  opened: 'open',
  clicked: 'click',
  event: 'custom',
}

/**
 * To be called when an automation was activated, stopped, deleted or given a new version: has what
 * the account's automations listen to be told from now on. Those that are paused hear on, since what
 * somebody waits for may happen meanwhile.
 */
export async function setListeners(tx: Executor, accountId: number): Promise<void> {
  const rows = await tx
    .selectFrom('automations')
    .innerJoin('automation_versions', 'automation_versions.automation_id', 'automations.id')
    .select('automation_versions.definition')
    .where('account_id', '=', accountId)
    .where('status', 'in', ['active', 'paused', 'draining'])
    .execute()
  const kinds = new Set(rows.flatMap(({ definition }) => kindsOf(JSON.parse(definition))))
  await setListenedKinds(tx, accountId, kinds)
}

function kindsOf(definition: AutomationDefinition): SignalKind[] {
  const entering = kindOfTrigger[definition.trigger.type]
  const awaited = nodesOfType(definition, 'wait_event').map(({ config }) => config.event)
  return entering ? [entering, ...awaited] : awaited
}
