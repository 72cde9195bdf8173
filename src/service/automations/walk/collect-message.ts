import { fieldValuesOf } from '../../campaigns/field-values-store.ts'
import { eventAtStep, mergeEventOf, readRunEvents } from '../../campaigns/run-events/run-event.ts'
import type { MergeValues } from '../../mail/merge.ts'
import type { NodeOf } from '../definition.ts'
import type { ActiveRun, StepContext } from '../engine/steps/outcome.ts'
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
  { tx, automation, now: at }: StepContext,
  node: NodeOf<'send'>,
  run: ActiveRun,
): Promise<CollectedMessage> {
  const { email, nombre, list_id: listId } = await findWalkedContact(tx, run.contact_id)
  const fields = (await fieldValuesOf(tx, automation.accountId, [run.contact_id])).get(
    run.contact_id,
  )
  const event = eventAtStep(readRunEvents(run), run.steps + 1)
  return {
    ...{ node, at, email, listId },
    values: { ...fields, ...(event && { event: mergeEventOf(event) }), email, nombre },
  }
}
