import type { Flow } from '../definition.ts'
import { act } from './act.ts'
import { arrive } from './arrive.ts'
import { fulfilling, inSegment } from './conditions.ts'
import type { FindFlow } from './flows.ts'
import { groupBy } from './group-by.ts'
import { type Owned, selectOwned } from './nodes-store.ts'
import { endBy, type Outcome, type Passing, type Scene } from './outcome.ts'
import { claimDue, type Run, selectTravellers } from './runs-store.ts'
import { type Result, settle } from './settle.ts'

/** Runs in one transaction: some 30 ms of SQLite. */
export const batchSize = 500

/** A loop with a wait in it comes to rest; without an end it must not go on for ever. */
const mostSteps = 1000

/**
 * One step each for those who are due, of one automation and in one transaction: whoever is killed
 * in it has done nothing, and whoever makes it again finds what was done by another. Tells who was
 * due; of `runs` alone, where they are named.
 */
export async function makeSteps(
  scene: Scene,
  findFlow: FindFlow,
  {
    limit = batchSize,
    runs: named,
    note,
  }: { limit?: number; runs?: number[]; note?(runs: Run[]): void } = {},
): Promise<number> {
  const { tx, automation, now } = scene
  const due = { automation: automation.id, now, limit, ...(named && { runs: named }) }
  const runs = await claimDue(tx, due)
  note?.(runs)
  for (const [version, own] of groupBy(runs, (run) => run.version)) {
    const flow = await findFlow(tx, automation.id, version)
    if (!flow) throw new Error('a run has no version')
    const owned = await selectOwned(tx, automation.id, version)
    const results = await follow(scene, flow, owned, await passAll(scene, flow, owned, own))
    await settle(scene, flow.settings.reentry, results)
  }
  return runs.length
}

type Passed = { run: Run | Passing; outcome: Outcome }[]

/** What becomes of each at the node where it stands. */
async function passAll(
  scene: Scene,
  flow: Flow,
  owned: ReadonlyMap<string, Owned>,
  runs: readonly Run[],
): Promise<Passed> {
  const { tx } = scene
  const contacts = await selectTravellers(tx, [...new Set(runs.map((run) => run.contact_id))])
  const passed: Passed = []
  const there: Passing[] = []
  for (const run of runs) {
    const contact = contacts.get(run.contact_id)
    if (!contact) passed.push({ run, outcome: endBy('removed') })
    else if (contact.sendable === 0) passed.push({ run, outcome: endBy('left') })
    else if (run.steps >= mostSteps) {
      passed.push({ run, outcome: endBy('failed', 'too_many_steps') })
    } else there.push({ ...run, contact })
  }
  const staying = await leaveOrArrive(scene, flow, there, passed)
  for (const [name, own] of groupBy(staying, (run) => run.node)) {
    const node = flow.nodeOf(name)
    if (!node) throw new Error('a run stands at no node')
    const outcomeOf = await act(scene, node, owned, own)
    for (const run of own) passed.push({ run, outcome: outcomeOf(run) })
  }
  return passed
}

/** Whoever is in the exit segment leaves, whoever has reached the goal is there; the others are returned. */
async function leaveOrArrive(
  scene: Scene,
  { settings: { exit_segment, goal: goalName }, nodeOf }: Flow,
  runs: readonly Passing[],
  passed: Passed,
): Promise<Passing[]> {
  if (runs.length === 0) return []
  const goal = goalName === undefined ? undefined : nodeOf(goalName)
  const conditions = goal?.type === 'goal' ? goal.config?.conditions : undefined
  const nobody: ReadonlySet<number> = new Set()
  const leaving =
    exit_segment === undefined ? nobody : await inSegment(scene, Number(exit_segment), runs)
  const arrived = conditions === undefined ? nobody : await fulfilling(scene, conditions, runs)
  return runs.filter((run) => {
    if (leaving.has(run.contact_id)) passed.push({ run, outcome: endBy('segment') })
    else if (arrived.has(run.contact_id) && goal && run.node !== goal.id) {
      passed.push({ run, outcome: { kind: 'end', by: 'goal', outcome: 'goal', node: goal.id } })
    } else return true
    return false
  })
}

/** Where those go who go on. */
async function follow(
  scene: Scene,
  flow: Flow,
  owned: ReadonlyMap<string, Owned>,
  passed: Passed,
): Promise<Result[]> {
  const results: Result[] = []
  const going: { run: Passing; outcome: Outcome; to: string }[] = []
  for (const { run, outcome } of passed) {
    const to = outcome.kind === 'on' ? flow.next(run.node, outcome.branch) : undefined
    if (to === undefined || !('contact' in run)) results.push({ run, outcome })
    else going.push({ run, outcome, to })
  }
  for (const [to, own] of groupBy(going, (each) => each.to)) {
    const stopOf = await arrive(scene, flow, owned, { to, runs: own.map(({ run }) => run) })
    for (const { run, outcome } of own) {
      results.push({ run, outcome, next: { node: to, stop: stopOf(run) } })
    }
  }
  return results
}
