import { dayMs } from '../../../../core/time.ts'
import type { Flow } from '../../definition.ts'
import type { FindFlow } from '../flow-cache.ts'
import { groupBy } from '../group-by.ts'
import { selectContactsInSegment } from './conditions.ts'
import { enterNode } from './enter-node.ts'
import { executeNode } from './execute-node.ts'
import { selectAtGoal } from './goals.ts'
import { type NodeResources, selectNodeResources } from './nodes-store.ts'
import { type ActiveRun, endRun, type Outcome, type StepContext } from './outcome.ts'
import { type RunResult, recordOutcomes } from './record-outcomes.ts'
import { claimDue, type Run, selectRunContacts } from './runs-store.ts'

/** Runs in one transaction: about 30 ms of SQLite. */
const batchSize = 500

/**
 * A run whose first step is later than this does not begin: its account was suspended. A welcome weeks
 * after the subscription is unwanted.
 */
const maxEntryDelayMs = 7 * dayMs

/** A loop is legal if it contains a wait, but it must not continue forever. */
const maxSteps = 1000

/**
 * Runs one step of each due run of one automation, in one transaction: after a kill nothing has
 * happened, and a second worker sees what the first has done. Returns how many runs were due. With
 * `runs`, only these are considered.
 */
export async function runSteps(
  context: StepContext,
  findFlow: FindFlow,
  {
    limit = batchSize,
    runs: only,
    onClaimed,
  }: { limit?: number; runs?: number[]; onClaimed?(runs: Run[]): void } = {},
): Promise<number> {
  const { tx, automation, now } = context
  const due = { automation: automation.id, now, limit, ...(only && { runs: only }) }
  const runs = await claimDue(tx, due)
  onClaimed?.(runs)
  for (const [version, group] of groupBy(runs, (run) => run.version)) {
    const flow = await findFlow(tx, automation.id, version)
    if (!flow) throw new Error('a run has no version')
    const resources = await selectNodeResources(tx, automation, version)
    const results = await advanceRuns(
      context,
      flow,
      resources,
      await executeNodes(context, flow, resources, group),
    )
    await recordOutcomes(context, flow.settings.reentry, results)
  }
  return runs.length
}

type RunOutcomes = { run: Run | ActiveRun; outcome: Outcome }[]

/** Executes each run's current node, and returns the outcomes. */
async function executeNodes(
  context: StepContext,
  flow: Flow,
  resources: ReadonlyMap<string, NodeResources>,
  runs: readonly Run[],
): Promise<RunOutcomes> {
  const { tx, now } = context
  const contacts = await selectRunContacts(tx, [...new Set(runs.map((run) => run.contact_id))])
  const outcomes: RunOutcomes = []
  const active: ActiveRun[] = []
  for (const run of runs) {
    const contact = contacts.get(run.contact_id)
    if (!contact) outcomes.push({ run, outcome: endRun('removed') })
    else if (contact.sendable === 0) outcomes.push({ run, outcome: endRun('left') })
    else if (run.steps === 0 && now - run.entered_at > maxEntryDelayMs) {
      outcomes.push({ run, outcome: endRun('expired') })
    } else if (run.steps >= maxSteps) {
      outcomes.push({ run, outcome: endRun('failed', 'too_many_steps') })
    } else active.push({ ...run, contact })
  }
  const remaining = await endLeaving(context, flow, active, outcomes)
  for (const [name, group] of groupBy(remaining, (run) => run.node)) {
    const node = flow.nodeOf(name)
    if (!node) throw new Error('the node of a run does not exist')
    const outcomeOf = await executeNode(context, node, resources, group)
    for (const run of group) outcomes.push({ run, outcome: outcomeOf(run) })
  }
  return outcomes
}

/** Ends runs in the exit segment and runs that reached the goal. Returns the others. */
async function endLeaving(
  context: StepContext,
  { settings: { exit_segment, goal: goalName }, nodeOf }: Flow,
  runs: readonly ActiveRun[],
  outcomes: RunOutcomes,
): Promise<ActiveRun[]> {
  if (runs.length === 0) return []
  const goal = goalName === undefined ? undefined : nodeOf(goalName)
  const none: ReadonlySet<number> = new Set()
  const leaving =
    exit_segment === undefined
      ? none
      : await selectContactsInSegment(context, Number(exit_segment), runs)
  const atGoal = goal?.type === 'goal' ? await selectAtGoal(context, goal, runs) : new Map()
  return runs.filter((run) => {
    const outcome = leaving.has(run.contact_id) ? endRun('segment') : atGoal.get(run.id)
    if (outcome) outcomes.push({ run, outcome })
    return !outcome
  })
}

/** Moves runs that continue to their next nodes. */
async function advanceRuns(
  context: StepContext,
  flow: Flow,
  resources: ReadonlyMap<string, NodeResources>,
  outcomes: RunOutcomes,
): Promise<RunResult[]> {
  const results: RunResult[] = []
  const continuing: { run: ActiveRun; outcome: Outcome; to: string }[] = []
  for (const { run, outcome } of outcomes) {
    const to = outcome.kind === 'continue' ? flow.next(run.node, outcome.branch) : undefined
    if (to === undefined || !('contact' in run)) results.push({ run, outcome })
    else continuing.push({ run, outcome, to })
  }
  for (const [to, group] of groupBy(continuing, ({ to }) => to)) {
    const waitOf = await enterNode(context, flow, resources, {
      to,
      runs: group.map(({ run }) => run),
    })
    for (const { run, outcome } of group) {
      results.push({ run, outcome, next: { node: to, wait: waitOf(run) } })
    }
  }
  return results
}
