import type { Executor } from '../../database/dialect.ts'
import type { Service } from '../../service.ts'
import type { Run, Traveller } from './runs-store.ts'

/** Why somebody's way is over. */
export type Ending =
  /** The flow ends there. */
  | 'end'
  | 'exit'
  | 'goal'
  /** They came to be in the segment that leaves. */
  | 'segment'
  /** They may not be mailed any more. */
  | 'left'
  /** The contact is deleted. */
  | 'removed'
  | 'failed'
  /** The automation was stopped. */
  | 'stopped'

/** What became of a step: `outcome` is what its row says. */
export type Outcome =
  | { kind: 'on'; branch?: string; outcome: string }
  | { kind: 'end'; by: Ending; outcome: string; node?: string }
  /** Nothing was done; it is tried again then. */
  | { kind: 'later'; dueAt: number; tries?: number }

export const goOn = (outcome = ''): Outcome => ({ kind: 'on', outcome })
export const goBy = (branch: string): Outcome => ({ kind: 'on', branch, outcome: branch })
export const endBy = (by: Ending, outcome: string = by): Outcome => ({ kind: 'end', by, outcome })

/** A run whose contact is there and may be mailed. */
export interface Passing extends Run {
  contact: Traveller
}

/** What a batch of steps is made in: one transaction of one automation. */
export interface Scene {
  tx: Executor
  service: Service
  automation: { id: number; accountId: number }
  now: number
}

export type OutcomeOf = (run: Passing) => Outcome
