import { sql } from 'kysely'
import { afterAll, beforeAll, expect } from 'vitest'
import { inTransaction } from '../../src/service/database/transaction.ts'
import { onPostgres } from '../support/database/on-postgres.ts'
import { createPostgres } from '../support/database/postgres.ts'
import { startService, type TestService } from '../support/service.ts'
import { waitFor } from '../support/wait.ts'

let server: TestService
const ends: (() => Promise<unknown>)[] = []
beforeAll(async () => {
  const url = process.env.REMITE_TEST_DATABASE_URL
  server = await startService(url ? { file: await patientDatabase(url) } : {})
  ends.unshift(server.close)
})
afterAll(async () => {
  for (const end of ends) await end()
})

/**
 * A database whose transactions wait for a lock for ten seconds before they look for a deadlock. The one that waited
 * first looks first, and is ended. With the standard second, a slow machine lets the other one find it.
 */
async function patientDatabase(onServer: string): Promise<string> {
  const { url, drop } = await createPostgres(onServer)
  ends.push(drop)
  const patient = new URL(url)
  patient.searchParams.set('options', '-c deadlock_timeout=10s')
  return patient.href
}

/** Only on PostgreSQL, because SQLite has one writer at a time. */
onPostgres('the victim of a deadlock is retried', async () => {
  const { db } = server.service
  const { body: list } = await server.api('POST', '/lists', { name: 'Clientes' })
  const path = `/lists/${list.id}/contacts`
  const emails = ['a@x.example', 'b@x.example']
  await server.api('POST', path, { contacts: emails.map((email) => ({ email })) })
  const open = (key: string) => sql`update contacts set last_open_at = 1 where email_key = ${key}`
  const isWaiting = async () => {
    const { rows } = await sql`
      select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
    `.execute(db)
    return rows.length > 0
  }
  const contacts = emails.map((email) => ({ email, nombre: 'Ana' }))
  const upsert = await db.transaction().execute(async (tx) => {
    await open('b@x.example').execute(tx)
    const response = server.api('POST', path, { contacts, mode: 'upsert' })
    await waitFor(isWaiting)
    // The request holds a and waits for b.
    await open('a@x.example').execute(tx)
    return { response }
  })
  expect((await upsert.response).body).toMatchObject({ updated: 2, errors: [] })
  const query = db.selectFrom('contacts').select(['nombre', 'version', 'last_open_at'])
  const changed = { nombre: 'Ana', version: 2, last_open_at: 1 }
  expect(await query.execute()).toEqual([changed, changed])
})

onPostgres('a transaction that cannot be serialized is retried', async () => {
  const { db } = server.service
  let tries = 0
  const result = await inTransaction(db, async (tx) => {
    tries++
    if (tries === 1) {
      await sql`do $$ begin raise exception using errcode = 'serialization_failure'; end $$`.execute(
        tx,
      )
    }
    return 'done'
  })
  expect([result, tries]).toEqual(['done', 2])
})
