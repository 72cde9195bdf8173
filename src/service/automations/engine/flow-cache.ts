import type { Executor } from '../../database/dialect.ts'
import { type Flow, readFlow } from '../definition.ts'
import { selectDefinition } from '../versions-store.ts'

/** Finds the flow of a version; undefined if there is no such version. */
export type FindFlow = (
  db: Executor,
  automationId: number,
  version: number,
) => Promise<Flow | undefined>

/** Versions never change. One takes a few hundred KB at most. */
const maxFlows = 200

/** Caches the versions used last. */
export function createFlowCache(): FindFlow {
  const cache = new Map<string, Flow>()
  return async (db, automationId, version) => {
    const key = `${automationId} ${version}`
    const known = cache.get(key)
    const definition = known ?? (await selectDefinition(db, automationId, version))
    if (!definition) return undefined
    const flow = known ?? readFlow(definition)
    cache.delete(key)
    cache.set(key, flow)
    const [oldest] = cache.keys()
    if (cache.size > maxFlows && oldest !== undefined) cache.delete(oldest)
    return flow
  }
}
