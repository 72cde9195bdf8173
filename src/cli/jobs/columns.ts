import { bool, number, state, text, time, worded } from '../command/view.ts'

export const jobStatus = worded(state('status'), 'job_status')

const counts = ['processed', 'created', 'updated', 'skipped', 'failed'].map(number)

export const jobColumns = [
  text('id'),
  text('kind'),
  jobStatus,
  ...counts,
  text('error'),
  time('created_at'),
  time('finished_at'),
]

export const jobFields = [
  text('id'),
  text('kind'),
  jobStatus,
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
export const listFlag = { id: { name: 'list' } } as const
