import type { Executor } from '../../../database/dialect.ts'
import type { Service } from '../../../service.ts'
import type { NodeOf } from '../../definition.ts'
import type { Run, RunContact } from './runs-store.ts'

/** Why a run has ended. */
export type EndReason =
  /** The flow ends there. */
  | 'end'
  | 'exit'
  | 'goal'
  /** The contact entered the exit segment. */
  | 'segment'
  /** The contact may no longer be mailed. */
  | 'left'
  /** The contact was deleted. */
  | 'removed'
  | 'failed'
  /** The automation was stopped. */
  | 'stopped'
  /** The run stood still from its entry for too long. */
  | 'expired'

/** The value of a reached goal. */
export interface GoalValue {
  value: number
  /** Empty without one. */
  currency: string
}

/** The outcome of a step. `outcome` is stored with the step. */
export type Outcome =
  | { kind: 'continue'; branch?: string; outcome: string }
  | { kind: 'end'; by: EndReason; outcome: string; node?: string; value?: GoalValue }
  /** Nothing happened. The step is retried at `dueAt`. */
  | { kind: 'later'; dueAt: number; tries?: number }

export const proceed = (outcome = ''): Outcome => ({ kind: 'continue', outcome })
export const takeBranch = (branch: string): Outcome => ({
  kind: 'continue',
  branch,
  outcome: branch,
})
export const endRun = (by: EndReason, outcome: string = by): Extract<Outcome, { kind: 'end' }> => ({
  kind: 'end',
  by,
  outcome,
})

/** A run whose contact exists and may be mailed. */
export interface ActiveRun extends Run {
  contact: RunContact
}

/** The context of a batch of steps: one transaction of one automation. */
export interface StepContext {
  tx: Executor
  service: Service
  automation: { id: number; accountId: number }
  now: number
  /** Present for a test: messages are reported here, and nothing leaves the service. */
  trial?: { onMessage(node: NodeOf<'send'>, run: ActiveRun): Promise<void> }
}

export type OutcomeOf = (run: ActiveRun) => Outcome
