import pg from 'pg'
import { newUuid } from '../../src/core/ids.ts'

export interface PostgresDatabase {
  url: string
  drop(): Promise<void>
}

/** An empty database of its own on the server that `REMITE_TEST_DATABASE_URL` names. */
export async function createPostgres(server: string): Promise<PostgresDatabase> {
  const name = `test_${newUuid().replaceAll('-', '')}`
  await execute(server, `create database ${name}`)
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
