import { number, text, time } from '../../view.ts'

export const automationColumns = [
  text('id'),
  text('name'),
  text('status'),
  number('entered'),
  number('active'),
  number('completed'),
  time('updated_at'),
]

/** All of it stands in the file. */
export const flowFields = {
  trigger: { omit: true },
  nodes: { omit: true },
  edges: { omit: true },
  settings: { omit: true },
} as const
