import type { Service } from '../../service.ts'
import type { FindFlow } from './flows.ts'
import { groupBy } from './group-by.ts'
import { endBy } from './outcome.ts'
import { type Running, stopDrained } from './running-store.ts'
import { claimWaiting } from './runs-store.ts'
import { settle } from './settle.ts'

const sliceSize = 500

/**
 * An automation that nobody may enter any more is stopped when nobody is on the way; where it was
 * told to exit, those who are end where they stand, some at a time. True while there are more.
 */
export async function windDown(
  service: Service,
  findFlow: FindFlow,
  automation: Running,
): Promise<boolean> {
  const { db, clock } = service
  const { id, status, exits } = automation
  if (status !== 'draining') return false
  const ended = exits ? await endSome(service, findFlow, automation) : 0
  if (ended === 0) await stopDrained(db, id, clock.now())
  return ended > 0
}

/** Ends up to a slice of those on their way, and tells how many. */
const endSome = (
  service: Service,
  findFlow: FindFlow,
  { id, accountId }: Running,
): Promise<number> =>
  service.db.transaction().execute(async (tx) => {
    const runs = await claimWaiting(tx, { automation: id, limit: sliceSize })
    const scene = { tx, service, automation: { id, accountId }, now: service.clock.now() }
    for (const [version, own] of groupBy(runs, (run) => run.version)) {
      const flow = await findFlow(tx, id, version)
      const results = own.map((run) => ({ run, outcome: endBy('stopped') }))
      await settle(scene, flow?.settings.reentry, results)
    }
    return runs.length
  })
