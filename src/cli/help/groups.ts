const table = {
  send: ['campaigns', 'templates', 'media', 'senders', 'automations'],
  people: ['lists', 'contacts', 'segments'],
  results: ['dashboard', 'events', 'search'],
  public: ['subscription', 'public'],
  account: ['auth', 'users', 'config'],
  develop: ['api', 'webhooks', 'sandbox', 'serve', 'service', 'database', 'bounces', 'mcp'],
  tool: ['demo', 'doctor', 'completion', 'commands', 'help'],
} as const

type Group = keyof typeof table

/** The nouns by group, as the first page lists them. */
export const groups: Readonly<Record<Group, readonly string[]>> = table

export const groupNames = Object.keys(table) as Group[] // the keys of `table`
