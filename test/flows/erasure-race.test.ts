import { sql } from 'kysely'
import { expect } from 'vitest'
import { erasedKey } from '../../src/service/contacts/suppression/suppressed.ts'
import {
  suppress,
  wholeAccount,
} from '../../src/service/contacts/suppression/suppressions-store.ts'
import { lockSends } from '../../src/service/users/quota-store.ts'
import { onPostgres } from '../support/database/on-postgres.ts'
import { startService } from '../support/service.ts'
import { waitFor } from '../support/wait.ts'

onPostgres('somebody who is erased while an import adds them is not added', async () => {
  const server = await startService()
  const { db, secrets, clock } = server.service
  const { body: list } = await server.api('POST', '/lists', { name: 'Customers' })
  const { id: accountId } = await db.selectFrom('accounts').select('id').executeTakeFirstOrThrow()
  const contacts = ['ana@example.org', 'bob@example.org'].map((email) => ({ email }))
  // An erasure of Ana that has locked the account, and commits once the import waits for that lock.
  const adding = await db.transaction().execute(async (tx) => {
    await lockSends(tx, accountId)
    const answer = server.api('POST', `/lists/${list.id}/contacts`, { contacts })
    await waitFor(async () => {
      const { rows } = await sql`select 1 from pg_locks where not granted
        and database = (select oid from pg_database where datname = current_database())
        or not granted and locktype = 'transactionid'`.execute(tx)
      return rows.length > 0
    })
    const erased = { emailKey: erasedKey('ana@example.org', secrets.hash[0]), email: null }
    await suppress(tx, {
      ...erased,
      accountId,
      listId: wholeAccount,
      type: 'unsubscribe',
      reason: '',
      campaignId: null,
      now: clock.now(),
    })
    return { answer }
  })
  const { body } = await adding.answer
  expect(body).toMatchObject({ created: 1, errors: [{ index: 0, code: 'suppressed' }] })
  await server.close()
})
