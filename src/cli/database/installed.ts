import { join } from 'node:path'
import { refuseSecretInUrl } from '../../config/api-url.ts'
import { stateFolder } from '../../config/folders.ts'
import { Failure } from '../../core/failure.ts'
import { isPostgresUrl } from '../../core/urls/postgres-url.ts'
import type { Context } from '../context/context.ts'

/** The database file of `remite serve` by default. */
export const ownFile = ({ environment, host }: Context): string =>
  join(stateFolder(environment, host.machine), 'service', 'remite.db')

/** The PostgreSQL database from a flag or the environment, if any. */
export function postgresUrl({ environment }: Context, flag: string | undefined) {
  if (flag !== undefined) {
    refuseSecretInUrl(flag, { flag: '--to', variable: 'REMITE_DATABASE_URL' })
  }
  const url = flag ?? environment.databaseUrl
  if (url === undefined || isPostgresUrl(url)) return url
  throw new Failure('usage', { problems: [{ field: '--to', code: 'bad_url' }] })
}
