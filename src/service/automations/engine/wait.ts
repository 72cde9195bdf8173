import { parseDuration } from '../../../core/duration.ts'
import type { Executor } from '../../database/dialect.ts'
import type { NodeOf } from '../definition.ts'
import { awaitedAt, isAwaited } from './awaited.ts'
import { isTraced, type Owned, selectHappened, selectPending } from './nodes-store.ts'
import { goBy, type OutcomeOf, type Passing, type Scene } from './outcome.ts'

type Wait = NodeOf<'wait_event'>

/** The campaign of the message that a wait names. */
export const campaignAwaited = (
  { config: { node } }: Wait,
  owned: ReadonlyMap<string, Owned>,
): number | null | undefined => (node === undefined ? undefined : owned.get(node)?.campaign)

/** Where a run stands until an event or its time-out. */
export interface Stop {
  dueAt: number
  awaits: string | null
  awaitsOf: string | null
}

/** Where a message is named, what happened to it before they came here counts too. */
export async function beginWait(
  { tx, now }: Scene,
  node: Wait,
  campaign: number | null | undefined,
  runs: readonly Passing[],
): Promise<(run: Passing) => Stop> {
  const { kind, of } = awaitedAt(node, campaign)
  const happened = await happenedTo(tx, kind, campaign, runs)
  const dueAt = now + (parseDuration(node.config.timeout) ?? 0)
  return ({ id }) =>
    happened.has(id)
      ? { dueAt: now, awaits: null, awaitsOf: null }
      : { dueAt, awaits: kind, awaitsOf: of }
}

/**
 * Who waits for nothing any more was told. Of the others the time is up, but for what has happened
 * and was not read yet.
 */
export async function endWait(
  { tx }: Scene,
  { config: { event } }: Wait,
  campaign: number | null | undefined,
  runs: readonly Passing[],
): Promise<OutcomeOf> {
  const late = runs.filter(({ awaits }) => awaits !== null)
  const contacts = late.map(({ contact_id }) => contact_id)
  const pending = await selectPending(tx, event, contacts)
  const happened = await happenedTo(tx, event, campaign, late)
  return ({ id, contact_id, awaits, awaits_of }) => {
    const hasCome =
      awaits === null ||
      happened.has(id) ||
      pending.some((signal) => signal.contact_id === contact_id && isAwaited(awaits_of, signal))
    return goBy(hasCome ? 'yes' : 'timeout')
  }
}

async function happenedTo(
  tx: Executor,
  event: string,
  campaign: number | null | undefined,
  runs: readonly Passing[],
): Promise<ReadonlySet<number>> {
  const isKnown = campaign && runs.length > 0 && isTraced(event)
  return isKnown ? selectHappened(tx, event, campaign, runs) : new Set<number>()
}
