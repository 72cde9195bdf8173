/** Checks whether a database is a PostgreSQL URL and not a file path. */
export const isPostgresUrl = (database: string): boolean => /^postgres(ql)?:\/\//.test(database)
