import { isDeepStrictEqual } from 'node:util'
import type { AutomationNode } from '../../../../contract/shapes/flows/automation-node.ts'
import type { PropertyFilter } from '../../../../contract/shapes/property-filter.ts'
import { parseDuration } from '../../../../core/duration.ts'
import { refuse } from '../../../../core/failure.ts'
import { type RunEvent, readRunEvents } from '../../../campaigns/run-events/run-event.ts'
import { splitOperator } from '../../../conditions/operators.ts'
import {
  matchesProperties,
  type PropertyTest,
  readPropertyFilters,
} from '../../../conditions/property-filter.ts'
import { findKnownEvents } from '../../../custom-events/property-types.ts'
import { groupBy } from '../group-by.ts'
import { type Occurrence, selectOccurrences } from './occurrences-store.ts'
import type { ActiveRun, StepContext } from './outcome.ts'

type ConditionConfig = Extract<AutomationNode, { type: 'condition' }>['config']
type RecentEvent = NonNullable<ConditionConfig['did']>

/** Returns the tests of filters on the events with one name. Throws `invalid` if it has no such property. */
export async function readTests(
  { tx, automation }: Pick<StepContext, 'tx' | 'automation'>,
  event: string,
  filters: readonly PropertyFilter[] = [],
): Promise<PropertyTest[]> {
  if (filters.length === 0) return []
  const known = await findKnownEvents(tx, automation.accountId, [event])
  const types = known.get(event)?.types ?? new Map()
  const { tests, problems } = readPropertyFilters(filters, { event, types }, '/properties')
  refuse(problems)
  return tests
}

/** Returns the last event of a run: the one that it waited for, or the one that started it. */
const lastEventOf = (run: ActiveRun): RunEvent | undefined => readRunEvents(run).at(-1)

/** Returns the runs whose event matches all filters. A property that it never has is missing. */
export async function selectByEvent(
  { tx, automation, now }: StepContext,
  filters: readonly PropertyFilter[],
  runs: readonly ActiveRun[],
): Promise<ReadonlySet<number>> {
  const events = runs.map((run) => ({ id: run.id, event: lastEventOf(run) }))
  const names = events.flatMap(({ event }) => (event ? [event.name] : []))
  const known = await findKnownEvents(tx, automation.accountId, names)
  const matching = new Set<number>()
  for (const [name, group] of groupBy(events, ({ event }) => event?.name ?? '')) {
    const types = known.get(name)?.types ?? new Map()
    const results = filters.map((filter) => {
      const { tests, problems } = readPropertyFilters([filter], { event: name, types }, '')
      return problems.length > 0 ? splitOperator(filter.operator).isNegated : tests
    })
    if (results.includes(false)) continue
    const tests = results.flatMap((result) => (typeof result === 'boolean' ? [] : result))
    for (const { id, event } of group) {
      if (matchesProperties(tests, event ?? nothing, now)) matching.add(id)
    }
  }
  return matching
}

/** A run without an event. */
const nothing = { value: null, currency: null, properties: {} }

/**
 * Returns the first event of each run that happened since the run began, or within a period until
 * now. The event that started the run does not count.
 */
export async function selectOccurred(
  context: StepContext,
  { event: name, properties, within }: RecentEvent,
  runs: readonly ActiveRun[],
): Promise<ReadonlyMap<number, Occurrence>> {
  const found = new Map<number, Occurrence>()
  const { tx, automation, now } = context
  const known = (await findKnownEvents(tx, automation.accountId, [name])).get(name)
  if (!known || runs.length === 0) return found
  const tests = await readTests(context, name, properties)
  const starts = new Map(runs.map((run) => [run.id, startOf(run)]))
  const wanted = runs.map((run) => ({
    run: run.id,
    emailKey: run.contact.email_key,
    since:
      within === undefined
        ? (starts.get(run.id)?.at ?? run.entered_at)
        : now - (parseDuration(within) ?? 0),
  }))
  const query = { accountId: automation.accountId, nameId: known.nameId, name, runs: wanted }
  for await (const page of selectOccurrences(tx, query)) {
    for (const occurrence of page) {
      const { run } = occurrence
      if (found.has(run) || isSame(occurrence, starts.get(run))) continue
      if (matchesProperties(tests, occurrence, now)) found.set(run, occurrence)
    }
    if (found.size === runs.length) break
  }
  return found
}

/** Returns the event that started a run, if there was one. */
function startOf(run: ActiveRun): RunEvent | undefined {
  const [first] = readRunEvents(run)
  return first?.step === 0 && first.at > 0 ? first : undefined
}

const isSame = (occurrence: Occurrence, start: RunEvent | undefined): boolean =>
  start !== undefined &&
  occurrence.at === start.at &&
  occurrence.name === start.name &&
  isDeepStrictEqual(occurrence.properties, start.properties)
