/** What a process of the service can do. Together, the processes of an installation do all of it. */
export const processRoles = ['api', 'pages', 'sender', 'worker', 'scheduler'] as const

export type ProcessRole = (typeof processRoles)[number]

/** Reads the roles of a process from the database. Processes of earlier versions do everything. */
export const rolesOf = (stored: string | null): readonly ProcessRole[] =>
  stored === null ? processRoles : processRoles.filter((role) => stored.split(' ').includes(role))

/** The roles that answer requests. A process on hold has no others. */
export const servingRoles: readonly ProcessRole[] = ['api', 'pages']
