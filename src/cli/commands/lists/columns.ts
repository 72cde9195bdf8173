import { bool, number, text, time } from '../../view.ts'

export const listColumns = [
  text('id'),
  text('name'),
  number('contacts'),
  number('active'),
  bool('double_optin'),
  time('created_at'),
]

/** The names that people type, for the fields of a list on the wire. */
export const listFields = {
  welcome_template_id: { name: 'welcome-template' },
} as const
