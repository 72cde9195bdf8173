import type { Flow } from '../definition.ts'
import { endOfDelay } from './delay.ts'
import type { Owned } from './nodes-store.ts'
import type { Passing, Scene } from './outcome.ts'
import { beginWait, campaignAwaited, type Stop } from './wait.ts'

/** Brings runs to the node that they come to next, and tells how long each stays there. */
export async function arrive(
  scene: Scene,
  flow: Flow,
  owned: ReadonlyMap<string, Owned>,
  { to, runs }: { to: string; runs: readonly Passing[] },
): Promise<(run: Passing) => Stop> {
  const node = flow.nodeOf(to)
  if (node?.type === 'wait_event') {
    return beginWait(scene, node, campaignAwaited(node, owned), runs)
  }
  if (node?.type === 'delay') {
    const endOf = await endOfDelay(scene, node.config, runs)
    return (run) => ({ dueAt: endOf(run), awaits: null, awaitsOf: null })
  }
  return () => ({ dueAt: scene.now, awaits: null, awaitsOf: null })
}
