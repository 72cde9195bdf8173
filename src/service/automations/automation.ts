import type { AutomationStatus } from '../../contract/shapes/flows/automation.ts'
import { Failure } from '../../core/failure.ts'

/** The transitions of an automation, each with the states that allow it. */
const allowedFrom = {
  activate: ['draft', 'active', 'paused', 'draining', 'stopped'],
  pause: ['active', 'draining', 'paused'],
  drain: ['active', 'paused', 'draining'],
  exit: ['active', 'paused', 'draining', 'stopped'],
} as const satisfies Record<string, readonly AutomationStatus[]>

type Transition = keyof typeof allowedFrom

const statusAfter = {
  activate: 'active',
  pause: 'paused',
  drain: 'draining',
  // Runs end at their current node. The automation drains until the last of them has ended.
  exit: 'draining',
} as const satisfies Record<Transition, AutomationStatus>

/**
 * Returns the state after a transition; throws wrong_state if the state does not allow it. `exit`
 * leaves a stopped automation stopped.
 */
export function nextStatus(status: AutomationStatus, move: Transition): AutomationStatus {
  if (!allowedFrom[move].some((from) => from === status)) {
    throw new Failure('wrong_state', { values: { status } })
  }
  return status === 'stopped' && move === 'exit' ? status : statusAfter[move]
}

/** Whether its send nodes must be able to send: it has active runs or may get some. */
export const isLive = (status: AutomationStatus): boolean =>
  status === 'active' || status === 'paused' || status === 'draining'
