import { bool, number, text, time } from '../command/view.ts'

const counts = ['processed', 'created', 'updated', 'skipped', 'failed'].map(number)

export const jobColumns = [
  text('id'),
  text('kind'),
  text('status'),
  ...counts,
  text('error'),
  time('created_at'),
  time('finished_at'),
]

export const jobFields = [
  text('id'),
  text('kind'),
  text('status'),
  bool('dry_run'),
  number('total'),
  ...counts,
  text('found'),
  number('rate'),
  number('eta'),
  text('error'),
  time('created_at'),
  time('finished_at'),
]

/** The flag of the list, as for contacts. */
export const listFlag = { id: { name: 'list', from: 'list' } } as const
