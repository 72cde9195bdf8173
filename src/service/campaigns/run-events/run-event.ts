import type { EventProperties, PropertyValue } from '../../../contract/shapes/custom-event.ts'
import { toIsoTime } from '../../../core/time.ts'

/** A custom event of an automation run. */
export interface CausingEvent {
  name: string
  /** When it happened. */
  at: number
  value: number | null
  currency: string | null
  properties: EventProperties
}

/** The event that started a run, or one that it waited for. */
export interface RunEvent extends CausingEvent {
  /** The step at which the run got it; 0 at its entry. */
  step: number
}

/** The number of events that a run keeps. In a loop it may wait for very many. */
const maxKept = 4

/** Returns the events of a run in order. Older programs only wrote the properties of the first. */
export function readRunEvents(run: { events: string | null; properties: string }): RunEvent[] {
  if (run.events !== null) return JSON.parse(run.events)
  const properties: EventProperties = JSON.parse(run.properties)
  if (Object.keys(properties).length === 0) return []
  return [{ name: '', at: 0, value: null, currency: null, properties, step: 0 }]
}

export const writeRunEvents = (events: readonly RunEvent[]): string | null =>
  events.length === 0 ? null : JSON.stringify(events.slice(-maxKept))

/** Returns the event that a step refers to: the last one that the run had then. */
export const eventAtStep = (events: readonly RunEvent[], step: number): RunEvent | undefined =>
  events.findLast((event) => event.step <= step) ?? events[0]

/** The names that merge tags read of every event. Its properties are read in the same way. */
export const eventNames = ['name', 'at', 'value', 'currency'] as const

/** An event as merge tags read it: `{{ event.total }}`. A property has priority over the event. */
export type MergeEvent = Readonly<Record<string, PropertyValue>>

export const mergeEventOf = ({
  name,
  at,
  value,
  currency,
  properties,
}: CausingEvent): MergeEvent => ({ name, at: toIsoTime(at), value, currency, ...properties })
