import { join } from 'node:path'
import { refuseSecretInUrl } from '../../../config/api-url.ts'
import { stateFolder } from '../../../config/folders.ts'
import { Failure } from '../../../core/failure.ts'
import { isPostgresUrl } from '../../../core/postgres-url.ts'
import type { Context } from '../../context.ts'

/** The file that `remite serve` works with when nobody names another. */
export const ownFile = ({ environment, host }: Context): string =>
  join(stateFolder(environment, host.machine), 'service', 'remite.db')

/** The PostgreSQL database that a flag or the environment names, if one does. */
export function postgresUrl({ environment }: Context, flag: string | undefined) {
  if (flag !== undefined) {
    refuseSecretInUrl(flag, { flag: '--to', variable: 'REMITE_DATABASE_URL' })
  }
  const url = flag ?? environment.databaseUrl
  if (url === undefined || isPostgresUrl(url)) return url
  throw new Failure('usage', { problems: [{ field: '--to', code: 'bad_url' }] })
}
