import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setOptOutStatus } from '../../src/service/contacts/consent/account-consent-store.ts'
import { deleteContactRows } from '../../src/service/contacts/table/change-store.ts'
import { updateContact } from '../../src/service/contacts/table/update-store.ts'
import { dialectOf } from '../../src/service/database/dialect.ts'
import { purge } from '../../src/service/retention/purge.ts'
import { expectDerivedRows } from '../support/database/derived-rows.ts'
import { jobsAt } from '../support/jobs.ts'
import { runJobs } from '../support/run-jobs.ts'
import { startService, type TestService } from '../support/service.ts'

let server: TestService
beforeAll(async () => {
  server = await startService()
})
afterAll(() => server.close())

const people = 12
const emailOf = (person: number) => `p${person % people}@correo.example`

const nombre = fc.constantFrom('', 'Ana', 'Ana Ruiz', 'Eva García Ruiz', 'ana  ruiz', "Leo O'Hara")

const modes = fc.constantFrom('upsert', 'skip')

const steps = fc.array(
  fc.record({
    act: fc.constantFrom(
      ...(['add', 'batch', 'import', 'put', 'rename', 'unsubscribe', 'bounce', 'lift'] as const),
      ...(['complain', 'move', 'copy', 'tag', 'delete', 'erase', 'removeList', 'purge'] as const),
    ),
    list: fc.nat({ max: 2 }),
    persons: fc.uniqueArray(fc.nat({ max: people - 1 }), { minLength: 1, maxLength: 6 }),
    nombre,
    mode: modes,
  }),
  { minLength: 4, maxLength: 12 },
)

type Step = ReturnType<typeof steps.generate>['value'][number]

/** Lists that are filled and emptied by every kind of write that the service offers. */
function createWorld({ api, service, accountId }: TestService) {
  const lists: number[] = []

  async function listAt(index: number): Promise<number> {
    const found = lists[index]
    if (found !== undefined) return found
    const more = { name: `List ${index}`, double_optin: index === 2 }
    const list = (await api('POST', '/lists', more)).body.id
    lists[index] = list
    return list
  }

  async function take({ act, list: index, persons, nombre, mode }: Step): Promise<void> {
    const list = await listAt(index)
    const path = `/lists/${list}/contacts`
    const emails = persons.map(emailOf)
    const [email = ''] = emails
    const bulk = (action: string, more: object = {}) =>
      api('POST', `${path}/bulk`, { action, contacts: emails, ...more })
    if (act === 'add') await api('POST', path, { email, nombre })
    else if (act === 'batch') {
      const contacts = emails.map((email, at) => ({
        email,
        nombre,
        ...(at > 3 && { status: 'bounced' }),
      }))
      await api('POST', path, { contacts, mode })
    } else if (act === 'import') {
      const rows = emails.map((email) => `${email},${nombre}`)
      await jobsAt(server).send(list, ['email,nombre', ...rows].join('\n'), `?mode=${mode}`)
      await runJobs(server)
    } else if (act === 'put') {
      await api('PUT', `${path}/${email}`, { nombre, status: 'unsubscribed' })
    } else if (act === 'rename') await rename(path, email, nombre)
    else if (act === 'unsubscribe') await bulk('unsubscribe')
    else if (act === 'bounce' || act === 'complain') {
      await setAccountStatus(emails, act === 'bounce' ? 'bounced' : 'complained')
    } else if (act === 'lift') {
      await api('DELETE', `/suppressions/${email}`)
    } else if (act === 'move' || act === 'copy') {
      await bulk(act, { to_list_id: await listAt((index + 1) % 3) })
    } else if (act === 'tag') await bulk('add_tag', { tag: 'vip' })
    else if (act === 'delete') await bulk('delete')
    else if (act === 'erase') await api('DELETE', `${path}/${email}?erase=1`)
    else if (act === 'removeList') {
      await api('DELETE', `/lists/${list}`)
      delete lists[index]
    } else await purge(service, new AbortController().signal)
  }

  /** As the person does on their page. */
  async function rename(path: string, email: string, nombre: string): Promise<void> {
    const { id } = (await api('GET', `${path}/${email}`)).body
    if (id === undefined) return
    const { now } = service.clock
    await service.db
      .transaction()
      .execute((tx) => updateContact(tx, Number(id), { nombre }, { now: now() }))
  }

  /** As bounces and complaints do on all lists. */
  async function setAccountStatus(emails: readonly string[], status: 'bounced' | 'complained') {
    await service.db.transaction().execute(async (tx) => {
      const rows = await tx
        .selectFrom('contacts')
        .select('id')
        .where('account_id', '=', accountId)
        .where('email_key', 'in', emails)
        .execute()
      const ids = rows.map(({ id }) => id)
      await setOptOutStatus(tx, ids, { status, now: service.clock.now() })
    })
  }

  return { take, lists: () => lists.filter((list) => list !== undefined) }
}

test('counts and the index of names match the contacts after any operation', async () => {
  const { take, lists } = createWorld(server)
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      for (const step of all) {
        await take(step)
        await expectDerivedRows(server.service.db)
      }
    }),
    { numRuns: 8 },
  )
  for (const list of lists()) await server.api('DELETE', `/lists/${list}`)
  expect(await server.service.db.selectFrom('list_counts').selectAll().execute()).toEqual([])
})

test('a write that is rolled back leaves neither counts nor names', async () => {
  const { body } = await server.api('POST', '/lists', { name: 'Rolled back' })
  await server.api('POST', `/lists/${body.id}/contacts`, {
    email: 'a@b.example',
    nombre: 'Ana Gil',
  })
  const { db } = server.service
  const rollback = new Error('rolled back')
  const deleting = db.transaction().execute(async (tx) => {
    expect(await deleteContactRows(tx, sql`list_id = ${body.id}`)).toBe(1)
    throw rollback
  })
  await expect(deleting).rejects.toBe(rollback)
  await expectDerivedRows(db)
})

test('on PostgreSQL, a program of an earlier version is still counted by triggers', async ({
  skip,
}) => {
  const { db } = server.service
  if (dialectOf(db).isOneProcess) skip()
  const list = (await server.api('POST', '/lists', { name: 'Two versions' })).body.id
  await server.api('POST', `/lists/${list}/contacts`, { contacts: [{ email: 'new@b.example' }] })
  const statements = [
    sql`insert into contacts (account_id, list_id, email, email_key, domain, nombre, nombre_key,
        status, source, version, created_at, updated_at)
      select ${server.accountId}, ${list}, e, e, 'b.example', '', '', 'active', 'api', 1, 0, 0
      from (values ('old1@b.example'), ('old2@b.example')) as v (e)`,
    sql`update contacts set status = 'unsubscribed' where email_key in ('old1@b.example', 'new@b.example')`,
    sql`delete from contacts where email_key = 'old2@b.example'`,
  ]
  for (const statement of statements) {
    await statement.execute(db)
    await expectDerivedRows(db)
  }
  expect((await server.api('GET', `/lists/${list}`)).body.contacts).toBe(2)
})
