import type { Figures } from './figures-store.ts'
import type { ShownRun, Step } from './runs-store.ts'
import type { Automation } from './store.ts'

/** As lists show it. */
export const summaryOf = (
  { id, name, status, version, created_at, updated_at }: Automation,
  { entered, active, completed }: Figures,
) => ({
  id,
  name,
  status,
  version,
  entered,
  active,
  completed,
  created_at: instantOf(created_at),
  updated_at: instantOf(updated_at),
})

export const runOf = ({ id: _, entered_at, due_at, ended_at, ...run }: ShownRun) => ({
  ...run,
  entered_at: instantOf(entered_at),
  due_at: due_at === null ? null : instantOf(due_at),
  ended_at: ended_at === null ? null : instantOf(ended_at),
})

export const stepOf = ({ at, ...step }: Step) => ({ ...step, at: instantOf(at) })

const instantOf = (at: number): string => new Date(at).toISOString()
