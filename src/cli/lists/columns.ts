import { bool, number, text, time } from '../command/view.ts'

export const listColumns = [
  text('id'),
  text('name'),
  number('contacts'),
  number('active'),
  bool('double_optin'),
  time('created_at'),
]

/** The flags for the wire fields of a list. */
export const listFields = {
  welcome_template_id: { name: 'welcome-template' },
} as const
