import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { jobsAt } from '../support/jobs.ts'
import { startService, type TestService } from '../support/service.ts'

let server: TestService
let jobs: ReturnType<typeof jobsAt>
beforeAll(async () => {
  server = await startService({ workers: true })
  jobs = jobsAt(server)
})
afterAll(() => server.close())

const people = (count: number): string =>
  Array.from({ length: count }, (_, n) => `p${n}@correo.example,Persona ${n},${n}\n`).join('')

test('a known contact among thousands of new ones is updated, without a second attempt of the job', async () => {
  const list = await jobs.newList('Mostly new')
  await server.api('POST', `/lists/${list}/fields`, { name: 'Puntos', type: 'number' })
  await server.api('POST', `/lists/${list}/contacts`, {
    contacts: [{ email: 'p2500@correo.example' }],
  })
  const failures = vi.spyOn(server.service.log, 'error')
  onTestFinished(() => failures.mockRestore())
  const job = await jobs.importFile(list, `email,nombre,Puntos\n${people(4500)}`)
  expect(job).toMatchObject({ status: 'done', created: 4499, updated: 1, failed: 0 })
  expect(failures).not.toHaveBeenCalled()
  const { db } = server.service
  const stored = await db
    .selectFrom('contacts')
    .innerJoin('contact_values', 'contact_values.contact_id', 'contacts.id')
    .select(['email', 'nombre', 'number'])
    .where('list_id', '=', list)
    .execute()
  const expected = Array.from({ length: 4500 }, (_, n) => ({
    email: `p${n}@correo.example`,
    nombre: `Persona ${n}`,
    number: n,
  }))
  expect(stored.sort((a, b) => Number(a.number) - Number(b.number))).toEqual(expected)
  const { body } = await server.api('GET', `/lists/${list}`)
  expect(body.counts).toMatchObject({ active: 4500 })
})
