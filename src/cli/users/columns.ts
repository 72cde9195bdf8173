import { bool, number, state, text, time } from '../command/view.ts'

export const userColumns = [
  text('id'),
  text('username'),
  text('email'),
  text('nombre'),
  text('role'),
  state('status'),
]

/** The fields of one user. */
export const userCard = [
  ...userColumns,
  { ...text('parent_id'), header: 'below' },
  text('language'),
  text('quota.plan'),
  number('quota.used'),
  number('quota.monthly_sends'),
  number('quota.contacts_used'),
  number('quota.contacts_max'),
  time('quota.resets_at'),
  time('created_at'),
]

export const quotaFields = [
  text('plan'),
  number('monthly_sends'),
  { ...number('used'), header: 'quota.used' },
  number('contacts_max'),
  number('contacts_used'),
  number('ai_generations'),
  number('rate_per_hour'),
  time('resets_at'),
]

export const done = { fields: [bool('ok')] }
