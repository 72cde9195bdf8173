import { fieldValuesOf } from '../../campaigns/field-values-store.ts'
import { eventAtStep, mergeEventOf, readRunEvents } from '../../campaigns/run-events/run-event.ts'
import type { Executor } from '../../database/dialect.ts'
import type { MergeValues } from '../../mail/merge.ts'
import type { NodeOf } from '../definition.ts'
import type { ActiveRun } from '../engine/steps/outcome.ts'
import { findWalkedContact } from './walk-store.ts'

/** A message that a walk would send, with the values of its merge tags at that time. */
export interface CollectedMessage {
  node: NodeOf<'send'>
  at: number
  email: string
  listId: number
  values: MergeValues
}

export async function collectMessage(
  tx: Executor,
  node: NodeOf<'send'>,
  run: ActiveRun,
  at: number,
): Promise<CollectedMessage> {
  const { email, nombre, list_id: listId } = await findWalkedContact(tx, run.contact_id)
  const fields = (await fieldValuesOf(tx, [run.contact_id])).get(run.contact_id)
  const event = eventAtStep(readRunEvents(run), run.steps + 1)
  return {
    ...{ node, at, email, listId },
    values: { ...fields, ...(event && { event: mergeEventOf(event) }), email, nombre },
  }
}
