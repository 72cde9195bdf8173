/** The kinds of work that processes share. Each has a loop in every process with workers. */
export const workKinds = [
  'schedules',
  'audiences',
  'A/B tests',
  'cancellations',
  'endings',
  'claims',
  'events',
  'webhooks',
  'jobs',
  'job leases',
  'bounces',
  'automations',
  'opt-in',
  'welcome',
  'reputation',
  'rollups',
] as const

export type WorkKind = (typeof workKinds)[number]

/** Those that a request or a result can create. The others wait for a tick. */
export const wokenKinds = workKinds.filter(
  (kind) => !['job leases', 'opt-in', 'reputation', 'rollups'].includes(kind),
)

/** When work of each kind is due next, in milliseconds. 0: it is not known. null: there is none. */
export type DueTimes = Record<WorkKind, number | null>
