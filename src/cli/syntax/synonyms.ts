/** Commands that other tools have at the top level, or under another noun. They run. */
export const shortcuts: Readonly<Record<string, string>> = {
  login: 'auth login',
  logout: 'auth logout',
  whoami: 'users me get',
  status: 'auth status',
  signup: 'users signup',
  'contacts search': 'search contacts',
  'contacts find': 'search contacts',
}

/** Verbs that mean the same. Where a noun has one of them and not the others, the others run it. */
const sameVerbs: readonly (readonly string[])[] = [
  ['list', 'ls'],
  ['get', 'show', 'view'],
  ['create', 'add', 'new'],
  ['update', 'edit'],
  ['delete', 'remove', 'rm'],
]

/** Returns the other names of a verb that no verb next to it has. */
export const aliasesOf = (name: string, siblings: readonly string[]): string[] =>
  (sameVerbs.find((verbs) => verbs.includes(name)) ?? []).filter(
    (verb) => verb !== name && !siblings.includes(verb),
  )

/** Words for verbs and nouns that are only suggested: they do not run. */
export const habits: Readonly<Record<string, readonly string[]>> = {
  find: ['search', 'list'],
  query: ['search', 'list'],
  info: ['get'],
  describe: ['get'],
  read: ['get'],
  open: ['get'],
  copy: ['duplicate'],
  clone: ['duplicate'],
  modify: ['update'],
  change: ['update'],
  set: ['update'],
  rename: ['update'],
  stop: ['pause', 'deactivate'],
  start: ['activate', 'resume'],
  continue: ['resume'],
  statistics: ['stats'],
  metrics: ['stats'],
  destroy: ['delete', 'remove'],
  del: ['delete', 'remove'],
  campañas: ['campaigns'],
  newsletters: ['campaigns'],
  emails: ['campaigns'],
  listas: ['lists'],
  audiences: ['lists'],
  contactos: ['contacts'],
  subscribers: ['contacts'],
  segmentos: ['segments'],
  plantillas: ['templates'],
  remitentes: ['senders'],
  domains: ['senders'],
  automatizaciones: ['automations'],
  flows: ['automations'],
  usuarios: ['users'],
  ayuda: ['help'],
}
