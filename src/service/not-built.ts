import type { Feature } from '../contract/endpoint.ts'

/** Routes whose module is not built yet: they answer 501. Whoever builds one takes its name out. */
export const notBuilt = [
  'users.signup',
  'automations.list',
  'automations.create',
  'automations.get',
  'automations.update',
  'automations.delete',
  'automations.activate',
  'automations.deactivate',
  'automations.stats',
  'automations.trigger',
] as const

/** Features whose module is not built yet: they are not announced, so no client of ours sends them. */
const notOffered: readonly Feature[] = []

export const isNotOffered = (feature: Feature): boolean => notOffered.includes(feature)
