import pg from 'pg'
import { newUuid } from '../../../src/core/ids.ts'

export interface PostgresDatabase {
  url: string
  drop(): Promise<void>
}

/** Creates a database on the server: empty, or a copy of the database at the URL `template`. */
export async function createPostgres(server: string, template?: string): Promise<PostgresDatabase> {
  const name = `test_${newUuid().replaceAll('-', '')}`
  const from = template ? ` template ${new URL(template).pathname.slice(1)}` : ''
  await execute(server, `create database ${name}${from}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => execute(server, `drop database ${name} with (force)`) }
}

async function execute(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  await client.query(statement)
  await client.end()
}
