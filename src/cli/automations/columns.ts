import { number, state, text, time, worded } from '../command/view.ts'

export const automationStatus = worded(state('status'), 'automation_status')

export const automationColumns = [
  text('id'),
  text('name'),
  automationStatus,
  number('entered'),
  number('active'),
  number('completed'),
  time('updated_at'),
]

/** The flags that a flow file replaces. */
export const flowFields = {
  trigger: { omit: true },
  nodes: { omit: true },
  edges: { omit: true },
  settings: { omit: true },
} as const
