import type { AutomationDefinition } from '../../contract/shapes/flows/automation.ts'
import type { AutomationNode, Trigger } from '../../contract/shapes/flows/automation-node.ts'
import type { PropertyFilter } from '../../contract/shapes/property-filter.ts'
import type { Problem } from '../../core/failure.ts'
import { eventNames } from '../campaigns/run-events/run-event.ts'
import {
  knownProperties,
  type PropertyTypes,
  readPropertyFilters,
} from '../conditions/property-filter.ts'
import { findKnownEvents, type KnownEvent } from '../custom-events/property-types.ts'
import type { Executor } from '../database/dialect.ts'

/** The parts of a definition that name events. Parts with a wrong shape are missing. */
interface EventUses {
  trigger: Trigger | undefined
  nodes: readonly (AutomationNode | undefined)[]
  settings: AutomationDefinition['settings'] | undefined
}

type KnownEvents = ReadonlyMap<string, KnownEvent>

/** Returns the names of the events that runs may have: those that start them or end a wait. */
export const runEventNames = ({ trigger, nodes }: Omit<EventUses, 'settings'>): string[] => [
  ...new Set([
    ...(trigger?.type === 'event' ? [trigger.event] : []),
    ...nodes.flatMap((node) =>
      node?.type === 'wait_event' && node.config.name !== undefined ? [node.config.name] : [],
    ),
  ]),
]

/** Returns a problem for each property that the events of the account do not have. */
export async function eventProblems(
  db: Executor,
  accountId: number,
  uses: EventUses,
): Promise<Problem[]> {
  const filtered = uses.nodes.flatMap((node, index) =>
    node ? filtersOf(node, `/nodes/${index}/config`) : [],
  )
  const ofRun = runEventNames(uses)
  const names = [...ofRun, ...filtered.flatMap(({ event }) => event ?? [])]
  const known = await findKnownEvents(db, accountId, names)
  return [
    ...filtered.flatMap(({ event, filters, pointer }) => {
      const on =
        event === undefined
          ? { event: ofRun.join(', '), types: typesOf(known, ofRun) }
          : { event, types: typesOf(known, [event]) }
      return readPropertyFilters(filters, on, pointer).problems
    }),
    ...reentryProblems(known, uses),
    ...uses.nodes.flatMap((node, index) => goalProblems(known, node, `/nodes/${index}/config`)),
  ]
}

interface Filters {
  /** Undefined: the event of the run. */
  event: string | undefined
  filters: readonly PropertyFilter[]
  pointer: string
}

function filtersOf({ type, config }: AutomationNode, pointer: string): Filters[] {
  const found = (
    event: string | undefined,
    filters: readonly PropertyFilter[] | undefined,
    path: string,
  ) => (filters ? [{ event, filters, pointer: `${pointer}/${path}` }] : [])
  switch (type) {
    case 'wait_event':
      return found(config.name, config.properties, 'properties')
    case 'condition':
      return [
        ...found(undefined, config.event, 'event'),
        ...found(config.did?.event, config.did?.properties, 'did/properties'),
        ...found(config.did_not?.event, config.did_not?.properties, 'did_not/properties'),
      ]
    case 'goal':
      return found(config?.did?.event, config?.did?.properties, 'did/properties')
    default:
      return []
  }
}

/** Returns the types of the properties that one of the events has. */
const typesOf = (known: KnownEvents, names: readonly string[]): PropertyTypes =>
  new Map(names.toReversed().flatMap((name) => [...(known.get(name)?.types ?? [])]))

function reentryProblems(known: KnownEvents, { trigger, settings }: EventUses): Problem[] {
  const key = settings?.reentry_key
  if (key === undefined || trigger?.type !== 'event') return []
  return unknownProperty(known, trigger.event, key, '/settings/reentry_key')
}

function goalProblems(
  known: KnownEvents,
  node: AutomationNode | undefined,
  pointer: string,
): Problem[] {
  if (node?.type !== 'goal' || !node.config?.did || node.config.value === undefined) return []
  const { did, value } = node.config
  const type = known.get(did.event)?.types.get(value)
  const field = `${pointer}/value`
  if (type === undefined) return unknownProperty(known, did.event, value, field)
  if (type === 'number' || type === 'money') return []
  return [{ field, code: 'other_type', values: { expected: type, given: 'number' } }]
}

/** An event that has not happened yet may have any property. */
function unknownProperty(
  known: KnownEvents,
  event: string,
  property: string,
  field: string,
): Problem[] {
  const types = known.get(event)?.types
  if (!types || types.size === 0 || types.has(property)) return []
  const values = { event, property, choices: knownProperties(types) }
  return [{ field, code: 'unknown_property', values }]
}

/**
 * Returns a problem for each property that a message reads of the event of a run, and that none of
 * the possible events has. An event that has not happened yet may have any property.
 */
export async function messageProblems(
  db: Executor,
  accountId: number,
  names: readonly string[],
  { paths, pointer }: { paths: readonly string[]; pointer: string },
): Promise<Problem[]> {
  const properties = paths.filter((path) => !eventNames.some((name) => name === path))
  if (properties.length === 0 || names.length === 0) return []
  const known = await findKnownEvents(db, accountId, names)
  if (names.some((name) => !known.get(name)?.types.size)) return []
  const types = typesOf(known, names)
  return properties
    .filter(
      (path) => !types.has(path) && types.get(path.slice(0, path.indexOf('[]') + 2)) !== 'money',
    )
    .map((property) => ({
      field: pointer,
      code: 'unknown_property',
      values: { event: names.join(', '), property, choices: knownProperties(types) },
    }))
}
