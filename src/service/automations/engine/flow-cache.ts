import type { Trigger } from '../../../contract/shapes/flows/automation-node.ts'
import type { Executor } from '../../database/dialect.ts'
import { type Flow, readFlow } from '../definition.ts'
import { selectDefinition, selectDefinitions, type VersionKey } from '../versions-store.ts'

/** Finds the flow of a version; undefined if there is no such version. */
export type FindFlow = (
  db: Executor,
  automationId: number,
  version: number,
) => Promise<Flow | undefined>

/** Finds the triggers of versions, by automation. */
export type FindTriggers = (
  db: Executor,
  versions: readonly VersionKey[],
) => Promise<Map<number, Trigger>>

/** Versions never change. One takes a few hundred KB at most. */
const maxFlows = 200
/** One takes about 200 bytes. */
const maxTriggers = 100_000

const keyOf = ({ id, version }: VersionKey): string => `${id} ${version}`

/** Caches the versions used last. */
export function createFlowCache(): FindFlow {
  const cache = new Map<string, Flow>()
  return async (db, id, version) => {
    const key = keyOf({ id, version })
    const known = cache.get(key)
    const definition = known ?? (await selectDefinition(db, id, version))
    if (!definition) return undefined
    const flow = known ?? readFlow(definition)
    cache.delete(key)
    cache.set(key, flow)
    const [oldest] = cache.keys()
    if (cache.size > maxFlows && oldest !== undefined) cache.delete(oldest)
    return flow
  }
}

/**
 * Caches triggers apart from flows: a signal is compared with those of all automations of its account,
 * and only few of them let the contact enter.
 */
export function createTriggerCache(): FindTriggers {
  const cache = new Map<string, Trigger>()
  return async (db, versions) => {
    const found = new Map<number, Trigger>()
    const missing = versions.filter((version) => !cache.has(keyOf(version)))
    for (const version of versions) {
      const trigger = cache.get(keyOf(version))
      if (trigger) found.set(version.id, trigger)
    }
    if (cache.size + missing.length > maxTriggers) cache.clear()
    for await (const { definition, ...version } of selectDefinitions(db, missing)) {
      cache.set(keyOf(version), definition.trigger)
      found.set(version.id, definition.trigger)
    }
    return found
  }
}
