import { dirname } from 'node:path'
import { sql } from 'kysely'
import { refuseLowDisk } from '../../core/free-space.ts'
import { dialectOf, type Executor } from './dialect.ts'

/**
 * Throws disk_full if the disk of an SQLite file has little space left. The disk of PostgreSQL is
 * watched by its operator.
 */
export async function refuseLowDatabaseDisk(db: Executor): Promise<void> {
  if (dialectOf(db).name !== 'sqlite') return
  const { rows } = await sql<{ file: string }>`
    select file from pragma_database_list where name = 'main'
  `.execute(db)
  const file = rows[0]?.file
  if (file) await refuseLowDisk(dirname(file))
}
