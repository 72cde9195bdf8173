import { findNewer } from '../database/migrate.ts'
import { isSchemaMismatch } from '../database/postgres/client.ts'
import type { Log } from '../log.ts'
import type { Service } from '../service.ts'

/**
 * A log that notices when a newer program has changed the schema so that this one cannot go on: a
 * statement does not fit, and a migration is unknown. As long as the statements fit, the process works on.
 */
export function watchSchema(
  log: Log,
  { db, onOutdated }: Pick<Service, 'db'> & { onOutdated: (migration: string) => void },
): Log {
  let isDone = false

  async function check(): Promise<void> {
    const migration = await findNewer(db)
    if (migration === undefined || isDone) return
    isDone = true
    log.error('a newer version has changed the database, so this one stops', undefined, {
      migration,
    })
    onOutdated(migration)
  }

  return {
    ...log,
    error(event, error, fields) {
      log.error(event, error, fields)
      // It may fail for the same reason as what was logged. Then the next error checks again.
      if (!isDone && isSchemaMismatch(error)) check().catch(() => {})
    },
  }
}
