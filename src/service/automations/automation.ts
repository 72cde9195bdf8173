import type { AutomationStatus } from '../../contract/shapes/automation.ts'
import { Failure } from '../../core/failure.ts'

/** What may be done to an automation, and in which states. */
const moves = {
  activate: ['draft', 'active', 'paused', 'draining', 'stopped'],
  pause: ['active', 'draining', 'paused'],
  drain: ['active', 'paused', 'draining'],
  exit: ['active', 'paused', 'draining', 'stopped'],
} as const satisfies Record<string, readonly AutomationStatus[]>

export type Move = keyof typeof moves
export type Way = Exclude<Move, 'activate'>

const becomes = {
  activate: 'active',
  pause: 'paused',
  drain: 'draining',
  // Those on their way end where they stand: until the last of them has, it is draining too.
  exit: 'draining',
} as const satisfies Record<Move, AutomationStatus>

/** The state after a move; refused where it makes no sense. What has stopped stays so. */
export function moveOf(status: AutomationStatus, move: Move): AutomationStatus {
  if (!moves[move].some((from) => from === status)) {
    throw new Failure('wrong_state', { values: { status } })
  }
  return status === 'stopped' && move === 'exit' ? status : becomes[move]
}

/** Whether its send nodes have to be able to send: somebody is on the way, or may come. */
export const isLive = (status: AutomationStatus): boolean =>
  status === 'active' || status === 'paused' || status === 'draining'
