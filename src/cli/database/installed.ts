import { join } from 'node:path'
import { refuseSecretInUrl } from '../../config/api-url.ts'
import { stateFolder } from '../../config/folders.ts'
import { Failure } from '../../core/failure.ts'
import { isPostgresUrl } from '../../core/urls/postgres-url.ts'
import type { Context } from '../context/context.ts'

/** The database file of `remite serve` by default. */
export const ownFile = ({ environment, host }: Context): string =>
  join(stateFolder(environment, host.machine), 'service', 'remite.db')

/** The flags that name the database of a service, as `serve` has them. */
export const databaseOptions = {
  from: { kind: 'text', placeholder: 'FILE' },
  folder: { kind: 'text', placeholder: 'FOLDER' },
  database: { kind: 'text', placeholder: 'URL' },
} as const

interface DatabaseFlags {
  from?: string | undefined
  folder?: string | undefined
  database?: string | undefined
}

/** The database that a flag or the environment names, or that of `remite serve` by default. */
export function databaseOf(context: Context, { from, folder, database }: DatabaseFlags): string {
  if (database !== undefined) {
    refuseSecretInUrl(database, { flag: '--database', variable: 'REMITE_DATABASE_URL' })
    if (!isPostgresUrl(database)) {
      throw new Failure('usage', { problems: [{ field: '--database', code: 'bad_url' }] })
    }
    return database
  }
  const file = from ?? (folder === undefined ? undefined : join(folder, 'remite.db'))
  return file ?? context.environment.databaseUrl ?? ownFile(context)
}

/** The PostgreSQL database from a flag or the environment, if any. */
export function postgresUrl({ environment }: Context, flag: string | undefined) {
  if (flag !== undefined) {
    refuseSecretInUrl(flag, { flag: '--to', variable: 'REMITE_DATABASE_URL' })
  }
  const url = flag ?? environment.databaseUrl
  if (url === undefined || isPostgresUrl(url)) return url
  throw new Failure('usage', { problems: [{ field: '--to', code: 'bad_url' }] })
}
