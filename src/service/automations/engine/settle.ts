import type { Flow } from '../definition.ts'
import type { Ending, Outcome, Scene } from './outcome.ts'
import { insertSteps, type Move, moveRuns, type Run, type StepRow } from './runs-store.ts'
import { addTallies, type Tally } from './tallies-store.ts'
import type { Stop } from './wait.ts'

/** What became of a run, and where it goes on. */
export interface Result {
  run: Run
  outcome: Outcome
  /** The node that it comes to, and until when it stays there. */
  next?: { node: string; stop: Stop }
}

/** The ways of ending that count as having gone through it. */
const completed: readonly Ending[] = ['end', 'exit', 'goal', 'segment']

/** Writes what a batch of steps came to: each run's place, its step, and the figures. */
export async function settle(
  { tx, automation, now }: Scene,
  reentry: Flow['settings']['reentry'],
  results: readonly Result[],
): Promise<void> {
  await moveRuns(
    tx,
    results.map((result) => moveOf(result, reentry)),
    now,
  )
  await insertSteps(tx, results.flatMap(stepOf), now)
  await addTallies(tx, automation.id, results.flatMap(talliesOf))
}

function moveOf({ run, outcome, next }: Result, reentry: Flow['settings']['reentry']): Move {
  const { id, node, steps, awaits, awaits_of: awaitsOf } = run
  if (outcome.kind === 'later') {
    const { dueAt, tries = 0 } = outcome
    return { run: id, node, steps, dueAt, awaits, awaitsOf, tries, endedBy: null, isFreed: false }
  }
  const made = { run: id, steps: steps + 1, tries: 0 }
  if (next) return { ...made, node: next.node, ...next.stop, endedBy: null, isFreed: false }
  const endedBy = outcome.kind === 'end' ? outcome.by : 'end'
  const at = outcome.kind === 'end' ? (outcome.node ?? node) : node
  const isFreed = reentry === 'after_exit'
  return { ...made, node: at, dueAt: null, awaits: null, awaitsOf: null, endedBy, isFreed }
}

const stepOf = ({ run, outcome }: Result): StepRow[] =>
  outcome.kind === 'later'
    ? []
    : [{ run: run.id, step: run.steps + 1, node: run.node, outcome: outcome.outcome }]

function talliesOf({ run: { version, node }, outcome, next }: Result): Tally[] {
  if (outcome.kind === 'later') return []
  if (next) {
    return [
      { version, node, active: -1, completed: 1 },
      { version, node: next.node, entered: 1, active: 1 },
    ]
  }
  const by = outcome.kind === 'end' ? outcome.by : 'end'
  const figures = {
    active: -1,
    completed: completed.includes(by) ? 1 : 0,
    failed: by === 'failed' ? 1 : 0,
  }
  const runs = { version, node: '', ...figures, goals: by === 'goal' ? 1 : 0 }
  const here = { version, node, ...figures }
  const goal = outcome.kind === 'end' ? outcome.node : undefined
  return goal === undefined
    ? [runs, here]
    : [runs, here, { version, node: goal, entered: 1, completed: 1 }]
}
