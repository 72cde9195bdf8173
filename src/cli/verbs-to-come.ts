/** Endpoints that no verb reaches yet, in the contract's order. Exact: whoever writes a verb takes its line out. */
export const verbsToCome: readonly string[] = [
  'automations.list',
  'automations.update',
  'automations.delete',
  'automations.deactivate',
  'automations.stats',
  'automations.trigger',
]
