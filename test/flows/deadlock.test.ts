import { sql } from 'kysely'
import { afterAll, beforeAll, expect } from 'vitest'
import { onPostgres } from '../support/on-postgres.ts'
import { startService, type TestService } from '../support/service.ts'
import { waitFor } from '../support/wait.ts'

let server: TestService
beforeAll(async () => {
  server = await startService()
})
afterAll(() => server.close())

/** A file has one writer at a time. */
onPostgres('of two that wait for each other the one that was ended is begun anew', async () => {
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
    const asked = server.api('POST', path, { contacts, mode: 'upsert' })
    await waitFor(isWaiting)
    // It has a, and waits for b: who began to wait first is ended first, after a second.
    await open('a@x.example').execute(tx)
    return { asked }
  })
  expect((await upsert.asked).body).toMatchObject({ updated: 2, errors: [] })
  const query = db.selectFrom('contacts').select(['nombre', 'version', 'last_open_at'])
  const changed = { nombre: 'Ana', version: 2, last_open_at: 1 }
  expect(await query.execute()).toEqual([changed, changed])
})
