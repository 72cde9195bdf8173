import type { EventProperties } from '../../../../contract/shapes/custom-event.ts'
import {
  type CausingEvent,
  type RunEvent,
  readRunEvents,
  writeRunEvents,
} from '../../../campaigns/run-events/run-event.ts'
import { matchesProperties, type PropertyTest } from '../../../conditions/property-filter.ts'
import type { NodeOf } from '../../definition.ts'
import type { Signal } from './signals-store.ts'

/** The event that ends a wait. `filter` is stored with the run, as JSON. */
interface AwaitedEvent {
  kind: string
  filter: string
}

interface AwaitedFilter {
  campaign?: number | null
  name?: string | undefined
  from?: number
  /** All of them must match. */
  properties?: readonly PropertyTest[] | undefined
}

/**
 * Returns the event of a wait. `campaign` is the campaign of the `send` node that it refers to: all
 * events of that message count, whenever they happened. Other events count `from` a time on.
 */
export const awaitedEventOf = (
  { config: { event, name } }: NodeOf<'wait_event'>,
  { campaign, tests }: { campaign: number | null | undefined; tests: readonly PropertyTest[] },
  from: number,
): AwaitedEvent => {
  const properties = tests.length > 0 ? tests : undefined
  const filter: AwaitedFilter = campaign ? { campaign, name } : { name, from, properties }
  return { kind: event, filter: JSON.stringify(filter) }
}

/** An event that happened while the run was on its way to a wait. */
export interface EarlierEvent extends Pick<Signal, 'kind' | 'campaign_id' | 'name' | 'at'> {
  /** A custom event with its data. Older programs leave it out. */
  custom?: CausingEvent
}

export const readEarlierEvents = (json: string | null): EarlierEvent[] => JSON.parse(json ?? '[]')

/** Returns what a run may remember of a signal. */
export function happenedOf(
  signal: Pick<Signal, 'kind' | 'campaign_id' | 'name' | 'at' | 'properties' | 'event'>,
): EarlierEvent {
  const { kind, campaign_id, name, at } = signal
  const custom = customEventOf(signal)
  return { kind, campaign_id, name, at, ...(custom && { custom }) }
}

/** Returns the custom event of a signal. Older programs only wrote its properties. */
export function customEventOf({
  kind,
  name,
  at,
  properties,
  event,
}: Pick<Signal, 'kind' | 'name' | 'at' | 'properties' | 'event'>): CausingEvent | undefined {
  if (kind !== 'custom') return undefined
  const known: EventProperties = JSON.parse(properties)
  const details: Pick<CausingEvent, 'at' | 'value' | 'currency'> =
    event === null ? { at, value: null, currency: null } : JSON.parse(event)
  return { name: name ?? '', ...details, properties: known }
}

/** Whether an event is the awaited one. */
export function matchesAwaitedEvent(of: string | null, happened: EarlierEvent): boolean {
  const { campaign, name, from, properties }: AwaitedFilter = JSON.parse(of ?? '{}')
  return (
    (campaign === undefined || campaign === null || campaign === happened.campaign_id) &&
    (name === undefined || name === happened.name) &&
    (from === undefined || happened.at >= from) &&
    (properties === undefined ||
      (happened.custom !== undefined &&
        matchesProperties(properties, happened.custom, happened.at)))
  )
}

/** Adds the awaited event to those of a run, from the step of the wait on. */
export function withEvent(
  run: { events: string | null; properties: string },
  { custom }: EarlierEvent,
  step: number,
): string | null {
  if (!custom) return run.events
  const added: RunEvent = { ...custom, step }
  return writeRunEvents([...readRunEvents(run), added])
}

/**
 * Returns the time from which events count for a run that moves on: since it is due, but not the
 * event with which it entered.
 */
export const countsFrom = ({ due_at, entered_at }: { due_at: number | null; entered_at: number }) =>
  Math.max(due_at ?? 0, entered_at + 1)
