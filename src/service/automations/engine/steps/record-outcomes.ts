import type { Flow } from '../../definition.ts'
import { addCounters, addGoals, type NodeCounterDelta } from '../counters-store.ts'
import type { EndReason, Outcome, StepContext } from './outcome.ts'
import { insertSteps, type Run, type RunUpdate, type StepRow, updateRuns } from './runs-store.ts'
import { noWait, type WaitState, waitStateOf } from './wait.ts'

/** The outcome of a run's step, and the next node. */
export interface RunResult {
  run: Run
  outcome: Outcome
  /** The next node, and how long the run stays there. */
  next?: { node: string; wait: WaitState }
}

/** The reasons that count as completed. */
const completed: readonly EndReason[] = ['end', 'exit', 'goal', 'segment']

/**
 * Records the outcomes of a batch of steps: the position of each run, its step, and the counters.
 */
export async function recordOutcomes(
  { tx, automation, now }: StepContext,
  reentry: Flow['settings']['reentry'],
  results: readonly RunResult[],
): Promise<void> {
  await updateRuns(
    tx,
    results.map((result) => updateOf(result, reentry)),
    now,
  )
  await insertSteps(tx, automation.accountId, results.flatMap(stepOf), now)
  await addCounters(tx, automation, results.flatMap(countersOf))
  await addGoals(
    tx,
    automation,
    results.flatMap(({ run: { version }, outcome }) =>
      outcome.kind === 'end' && outcome.value ? [{ version, ...outcome.value }] : [],
    ),
  )
}

function updateOf(
  { run, outcome, next }: RunResult,
  reentry: Flow['settings']['reentry'],
): RunUpdate {
  const { id, node, steps } = run
  if (outcome.kind === 'later') {
    const { dueAt, tries = 0 } = outcome
    const wait = { ...waitStateOf(run), dueAt }
    return { run: id, node, steps, ...wait, tries, endedBy: null, isFreed: false }
  }
  const update = { run: id, steps: steps + 1, tries: 0 }
  if (next) return { ...update, node: next.node, ...next.wait, endedBy: null, isFreed: false }
  const endedBy = outcome.kind === 'end' ? outcome.by : 'end'
  const lastNode = outcome.kind === 'end' ? (outcome.node ?? node) : node
  // A contact whose run never began has not been through the automation.
  const isFreed = reentry === 'after_exit' || endedBy === 'expired'
  return { ...update, node: lastNode, ...noWait, dueAt: null, endedBy, isFreed }
}

const stepOf = ({ run, outcome }: RunResult): StepRow[] =>
  outcome.kind === 'later'
    ? []
    : [{ run: run.id, step: run.steps + 1, node: run.node, outcome: outcome.outcome }]

function countersOf({ run: { version, node }, outcome, next }: RunResult): NodeCounterDelta[] {
  if (outcome.kind === 'later') return []
  if (next) {
    return [
      { version, node, active: -1, completed: 1 },
      { version, node: next.node, entered: 1, active: 1 },
    ]
  }
  const by = outcome.kind === 'end' ? outcome.by : 'end'
  const counters = {
    active: -1,
    completed: completed.includes(by) ? 1 : 0,
    failed: by === 'failed' ? 1 : 0,
  }
  const runs = { version, node: '', ...counters, goals: by === 'goal' ? 1 : 0 }
  const visits = { version, node, ...counters }
  const goal = outcome.kind === 'end' ? outcome.node : undefined
  return goal === undefined
    ? [runs, visits]
    : [runs, visits, { version, node: goal, entered: 1, completed: 1 }]
}
