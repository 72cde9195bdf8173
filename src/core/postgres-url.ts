/** Whether a database is named by the address of a PostgreSQL, and not as a file of ours. */
export const isPostgresUrl = (database: string): boolean => /^postgres(ql)?:\/\//.test(database)
