import type { HeldReason } from '../../contract/shapes/flows/automation.ts'
import { toIsoTime } from '../../core/time.ts'
import type { Counters } from './counters-store.ts'
import type { RunRow, Step } from './runs-store.ts'
import type { Automation } from './store.ts'

/** The summary in lists. `heldFor` is why its messages are paused. */
export const summaryOf = (
  { id, name, status, version, created_at, updated_at }: Automation,
  { entered, active, completed }: Counters,
  heldFor: HeldReason | undefined,
) => ({
  id,
  name,
  status,
  held_for: heldFor ?? null,
  version,
  entered,
  active,
  completed,
  created_at: toIsoTime(created_at),
  updated_at: toIsoTime(updated_at),
})

export const runOf = ({ id: _, entered_at, due_at, ended_at, ...run }: RunRow) => ({
  ...run,
  entered_at: toIsoTime(entered_at),
  due_at: toIsoTime(due_at),
  ended_at: toIsoTime(ended_at),
})

export const stepOf = ({ at, ...step }: Step) => ({ ...step, at: toIsoTime(at) })
