import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Database, openDatabase } from '../../../src/service/database/connect.ts'
import { createPartitions } from '../../../src/service/database/partitions/partitions.ts'
import { testClock } from '../clock.ts'
import { newFolder } from '../folder.ts'
import { createPostgres } from './postgres.ts'

/** A migrated database without rows, made once by each worker: the migrations take 0.1 s. */
let template: Promise<string> | undefined

/**
 * An empty database, on PostgreSQL where the environment names a server. With a `file` it is that SQLite
 * file, or the database at that URL, whatever is in it.
 */
export async function openTestDatabase(file: string | undefined): Promise<Database> {
  if (file !== undefined) return openDatabase(file)
  const server = process.env.REMITE_TEST_DATABASE_URL
  if (server) return openPostgres(server)
  template ??= migrate(join(newFolder(), 'template.db'))
  const copy = join(newFolder(), 'remite.db')
  copyFileSync(await template, copy)
  return openDatabase(copy)
}

async function openPostgres(server: string): Promise<Database> {
  template ??= createPostgres(server).then(({ url }) => migrate(url))
  const { url, drop } = await createPostgres(server, await template)
  const database = await openDatabase(url)
  return {
    ...database,
    async close() {
      await database.close()
      await drop()
    },
  }
}

async function migrate(source: string): Promise<string> {
  const database = await openDatabase(source)
  // Once, and not for each test whose clock starts later.
  if (database.dialect.name === 'postgres') {
    await createPartitions(database.db, testClock().now())
  }
  await database.close()
  return source
}
