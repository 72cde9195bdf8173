import { number, text, time } from '../command/view.ts'

export const automationColumns = [
  text('id'),
  text('name'),
  text('status'),
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
