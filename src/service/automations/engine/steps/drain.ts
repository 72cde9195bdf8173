import type { Service } from '../../../service.ts'
import type { FindFlow } from '../flow-cache.ts'
import { groupBy } from '../group-by.ts'
import { type RunningAutomation, stopDrained } from '../running-store.ts'
import { endRun } from './outcome.ts'
import { recordOutcomes } from './record-outcomes.ts'
import { claimWaiting } from './runs-store.ts'

const sliceSize = 500

/**
 * Stops a draining automation once it has no active runs. In `exit` mode it ends the runs at their
 * current nodes, a batch at a time. Returns whether there may be more.
 */
export async function drainAutomation(
  service: Service,
  findFlow: FindFlow,
  automation: RunningAutomation,
): Promise<boolean> {
  const { db, clock } = service
  const { id, status, exits } = automation
  if (status !== 'draining') return false
  const ended = exits ? await endBatch(service, findFlow, automation) : 0
  if (ended === 0) await stopDrained(db, id, clock.now())
  return ended > 0
}

/** Ends a batch of runs, and returns how many. */
const endBatch = (
  service: Service,
  findFlow: FindFlow,
  { id, accountId }: RunningAutomation,
): Promise<number> =>
  service.db.transaction().execute(async (tx) => {
    const runs = await claimWaiting(tx, { automation: id, limit: sliceSize })
    const context = { tx, service, automation: { id, accountId }, now: service.clock.now() }
    for (const [version, group] of groupBy(runs, (run) => run.version)) {
      const flow = await findFlow(tx, id, version)
      const results = group.map((run) => ({ run, outcome: endRun('stopped') }))
      await recordOutcomes(context, flow?.settings.reentry, results)
    }
    return runs.length
  })
