import type { Flow } from '../../definition.ts'
import { endOfDelay } from './delay.ts'
import type { NodeResources } from './nodes-store.ts'
import type { ActiveRun, StepContext } from './outcome.ts'
import { awaitedCampaign, beginWait, noWait, type WaitState, waitStateOf } from './wait.ts'

/**
 * Moves runs to their next node, and returns how long each stays there. A node that takes no time is
 * due since the run was due at the one before, however late the worker is: events in between count.
 */
export async function enterNode(
  context: StepContext,
  flow: Flow,
  resources: ReadonlyMap<string, NodeResources>,
  { to, runs }: { to: string; runs: readonly ActiveRun[] },
): Promise<(run: ActiveRun) => WaitState> {
  const node = flow.nodeOf(to)
  if (node?.type === 'wait_event') {
    return beginWait(context, node, awaitedCampaign(node, resources), runs)
  }
  if (node?.type === 'delay') {
    const endOf = await endOfDelay(context, node.config, runs)
    return (run) => ({ ...noWait, dueAt: endOf(run) })
  }
  return waitStateOf
}
