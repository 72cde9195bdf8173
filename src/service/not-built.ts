/** Routes whose module is not built yet: they answer 501. Whoever builds one takes its name out. */
export const notBuilt = [
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
