import pg from 'pg'
import { expect, onTestFinished } from 'vitest'
import { shareKeys } from '../../../../src/service/database/key-lock.ts'
import { onPostgres } from '../../../support/database/on-postgres.ts'
import { createPostgres } from '../../../support/database/postgres.ts'
import { waitFor } from '../../../support/wait.ts'

const server = process.env.REMITE_TEST_DATABASE_URL ?? ''

onPostgres('the keys are checked again when the check itself loses its connection', async () => {
  const { url, drop } = await createPostgres(server)
  onTestFinished(drop)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const ask = async (text: string) => (await client.query(text)).rows
  let checks = 0
  const release = await shareKeys(url, async () => {
    checks++
    if (checks === 1) throw new Error('Connection terminated unexpectedly')
  })
  const locks = `select pid from pg_locks where locktype = 'advisory'
    and database = (select oid from pg_database where datname = current_database())`
  expect(await ask(locks)).toHaveLength(1)
  await ask(`select pg_terminate_backend(pid) from (${locks}) as held`)
  await waitFor(() => checks === 2)
  expect(await ask(locks)).toHaveLength(1)
  await release()
  await waitFor(async () => (await ask(locks)).length === 0)
  await client.end()
})
