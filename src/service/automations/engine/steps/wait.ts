import { parseDuration } from '../../../../core/duration.ts'
import type { Executor } from '../../../database/dialect.ts'
import type { NodeOf } from '../../definition.ts'
import {
  awaitedEventOf,
  countsFrom,
  happenedOf,
  matchesAwaitedEvent,
  readEarlierEvents,
  withEvent,
} from '../signals/awaited-event.ts'
import { readTests } from './event-conditions.ts'
import {
  isRecordedEvent,
  type NodeResources,
  selectPendingSignals,
  selectRunsWithEvent,
} from './nodes-store.ts'
import { type ActiveRun, type OutcomeOf, type StepContext, takeBranch } from './outcome.ts'
import type { Run } from './runs-store.ts'

type Wait = NodeOf<'wait_event'>

/** Returns the campaign of the `send` node that a wait refers to. */
export const awaitedCampaign = (
  { config: { node } }: Wait,
  resources: ReadonlyMap<string, NodeResources>,
): number | null | undefined => (node === undefined ? undefined : resources.get(node)?.campaign)

/** How long a run stays at a node, and the event that ends its wait early. */
export interface WaitState {
  dueAt: number | null
  awaits: string | null
  awaitsOf: string | null
  earlierEvents: string | null
  /** The events of the run with the one that ended the wait; null if there is none. */
  events: string | null
}

export const noWait = { awaits: null, awaitsOf: null, earlierEvents: null, events: null }

/** Returns the state of a run that moves on at once. */
export const waitStateOf = (run: Run): WaitState => ({
  dueAt: run.due_at,
  awaits: run.awaits,
  awaitsOf: run.awaits_of,
  earlierEvents: run.earlier_events,
  events: null,
})

/**
 * Events that happened since the run should have reached the wait count. If the wait refers to a
 * message, earlier events of that message count too.
 */
export async function beginWait(
  context: StepContext,
  node: Wait,
  campaign: number | null | undefined,
  runs: readonly ActiveRun[],
): Promise<(run: ActiveRun) => WaitState> {
  const { tx, now } = context
  const { event, name = '', properties } = node.config
  const tests = await readTests(context, name, properties)
  const happened = await selectHappened(tx, event, campaign, runs)
  const dueAt = now + (parseDuration(node.config.timeout) ?? 0)
  return (run) => {
    const { kind, filter } = awaitedEventOf(node, { campaign, tests }, countsFrom(run))
    const earlier = readEarlierEvents(run.earlier_events)
    const first = earlier.findIndex(
      (signal) => signal.kind === kind && matchesAwaitedEvent(filter, signal),
    )
    const awaited = earlier[first]
    if (awaited) {
      const later = JSON.stringify(earlier.slice(first + 1))
      // The next step is that of the wait.
      const events = withEvent(run, awaited, run.steps + 2)
      return { ...noWait, dueAt: awaited.at, earlierEvents: later, events }
    }
    return happened.has(run.id)
      ? { ...noWait, dueAt: now, earlierEvents: run.earlier_events }
      : { ...noWait, dueAt, awaits: kind, awaitsOf: filter }
  }
}

/**
 * A run that no longer awaits anything got its event. The others have timed out, unless their event
 * happened and is not processed yet: then they stay, for the event to move them on once.
 */
export async function endWait(
  { tx, now }: StepContext,
  { config: { event } }: Wait,
  campaign: number | null | undefined,
  runs: readonly ActiveRun[],
): Promise<OutcomeOf> {
  const late = runs.filter(({ awaits }) => awaits !== null)
  const contacts = late.map(({ contact_id }) => contact_id)
  const pending = await selectPendingSignals(tx, event, contacts)
  const happened = await selectHappened(tx, event, campaign, late)
  return ({ id, contact_id, awaits, awaits_of, due_at }) => {
    if (awaits === null || happened.has(id)) return takeBranch('yes')
    const isPending = pending.some(
      (signal) =>
        signal.contact_id === contact_id && matchesAwaitedEvent(awaits_of, happenedOf(signal)),
    )
    return isPending ? { kind: 'later', dueAt: due_at ?? now } : takeBranch('timeout')
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
