import { parseDuration } from '../../../../core/duration.ts'
import type { Executor } from '../../../database/dialect.ts'
import type { NodeOf } from '../../definition.ts'
import { awaitedEventOf, matchesAwaitedEvent } from '../signals/awaited-event.ts'
import {
  isRecordedEvent,
  type NodeResources,
  selectPendingSignals,
  selectRunsWithEvent,
} from './nodes-store.ts'
import { type ActiveRun, type OutcomeOf, type StepContext, takeBranch } from './outcome.ts'

type Wait = NodeOf<'wait_event'>

/** Returns the campaign of the `send` node that a wait refers to. */
export const awaitedCampaign = (
  { config: { node } }: Wait,
  resources: ReadonlyMap<string, NodeResources>,
): number | null | undefined => (node === undefined ? undefined : resources.get(node)?.campaign)

/** How long a run stays at a node, and the event that ends its wait early. */
export interface WaitState {
  dueAt: number
  awaits: string | null
  awaitsOf: string | null
}

/** If the wait refers to a message, earlier events of that message count too. */
export async function beginWait(
  { tx, now }: StepContext,
  node: Wait,
  campaign: number | null | undefined,
  runs: readonly ActiveRun[],
): Promise<(run: ActiveRun) => WaitState> {
  const { kind, filter } = awaitedEventOf(node, campaign)
  const happened = await selectHappened(tx, kind, campaign, runs)
  const dueAt = now + (parseDuration(node.config.timeout) ?? 0)
  return ({ id }) =>
    happened.has(id)
      ? { dueAt: now, awaits: null, awaitsOf: null }
      : { dueAt, awaits: kind, awaitsOf: filter }
}

/**
 * A run that no longer awaits anything got its event. For the others the wait has timed out, unless
 * the event happened and is not processed yet.
 */
export async function endWait(
  { tx }: StepContext,
  { config: { event } }: Wait,
  campaign: number | null | undefined,
  runs: readonly ActiveRun[],
): Promise<OutcomeOf> {
  const late = runs.filter(({ awaits }) => awaits !== null)
  const contacts = late.map(({ contact_id }) => contact_id)
  const pending = await selectPendingSignals(tx, event, contacts)
  const happened = await selectHappened(tx, event, campaign, late)
  return ({ id, contact_id, awaits, awaits_of }) => {
    const hasHappened =
      awaits === null ||
      happened.has(id) ||
      pending.some(
        (signal) => signal.contact_id === contact_id && matchesAwaitedEvent(awaits_of, signal),
      )
    return takeBranch(hasHappened ? 'yes' : 'timeout')
  }
}

async function selectHappened(
  tx: Executor,
  event: string,
  campaign: number | null | undefined,
  runs: readonly ActiveRun[],
): Promise<ReadonlySet<number>> {
  const isKnown = campaign && runs.length > 0 && isRecordedEvent(event)
  return isKnown ? selectRunsWithEvent(tx, event, campaign, runs) : new Set<number>()
}
