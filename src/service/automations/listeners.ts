import type { AutomationDefinition } from '../../contract/shapes/flows/automation.ts'
import type { Trigger } from '../../contract/shapes/flows/automation-node.ts'
import type { Executor } from '../database/dialect.ts'
import { type SignalKind, setListenedKinds } from '../events/signals-store.ts'
import { nodesOfType } from './definition.ts'
import { selectLiveDefinitions } from './store.ts'

/** The signal that each trigger listens to. A date trigger needs none. */
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
 * Updates the signal kinds that the account's automations listen to. Call it after an automation is
 * activated, stopped, deleted or changed. Paused automations keep listening, because an event that
 * a contact waits for may happen during the pause.
 */
export async function updateListeners(tx: Executor, accountId: number): Promise<void> {
  const live = await selectLiveDefinitions(tx, accountId)
  const kinds = new Set(live.flatMap(({ definition }) => kindsOf(JSON.parse(definition))))
  await setListenedKinds(tx, accountId, kinds)
}

function kindsOf(definition: AutomationDefinition): SignalKind[] {
  const entering = kindOfTrigger[definition.trigger.type]
  const awaited = nodesOfType(definition, 'wait_event').map(({ config }) => config.event)
  return entering ? [entering, ...awaited] : awaited
}
