import type { Executor } from '../../database/dialect.ts'
import { type Flow, readFlow } from '../definition.ts'
import { selectDefinition } from '../versions-store.ts'

/** The flow of a version; undefined where there is no such version. */
export type FindFlow = (
  db: Executor,
  automationId: number,
  version: number,
) => Promise<Flow | undefined>

/** Versions never change. One takes some hundred KB at the most. */
const mostKept = 200

/** Reads each version once, as long as it is among those that were asked for last. */
export function createFlows(): FindFlow {
  const kept = new Map<string, Flow>()
  return async (db, automationId, version) => {
    const key = `${automationId} ${version}`
    const known = kept.get(key)
    const definition = known ?? (await selectDefinition(db, automationId, version))
    if (!definition) return undefined
    const flow = known ?? readFlow(definition)
    kept.delete(key)
    kept.set(key, flow)
    const [oldest] = kept.keys()
    if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest)
    return flow
  }
}
