import { existsSync } from 'node:fs'
import { Failure } from '../../core/failure.ts'
import { isPostgresUrl } from '../../core/urls/postgres-url.ts'
import { connectPostgres, refuseUnreachable } from './connect.ts'
import type { Executor } from './dialect.ts'
import { checkSchema, openSource } from './move-source.ts'
import { untimed } from './postgres/client.ts'

interface ReadOnlyDatabase {
  db: Executor
  close(): Promise<void>
}

/**
 * Opens an SQLite file or a `postgres://` URL for reading while a service may be using it. Its
 * schema must match this program.
 */
export async function openReadOnly(source: string): Promise<ReadOnlyDatabase> {
  if (!isPostgresUrl(source)) {
    if (!existsSync(source)) throw new Failure('not_a_database', { values: { path: source } })
    const db = await openSource(source)
    return { db, close: () => db.destroy() }
  }
  const { db, close } = connectPostgres(source, untimed)
  try {
    await db.introspection.getTables().catch(refuseUnreachable)
    // The URL may contain a password.
    await checkSchema(db, new URL(source).pathname.slice(1))
    return { db, close }
  } catch (error) {
    await close()
    throw error
  }
}
