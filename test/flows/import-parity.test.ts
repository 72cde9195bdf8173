import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newFolder } from '../support/folder.ts'
import { jobsAt } from '../support/jobs.ts'
import { remite } from '../support/remite.ts'
import { startService, type TestService } from '../support/service.ts'

let server: TestService
beforeAll(async () => {
  server = await startService({ workers: true })
})
afterAll(() => server.close())

const cell = fc.constantFrom(
  ...['', 'Ana', 'Núñez, "la" Grande', '=1+1', 'dos\nlíneas', '\ufffd', 'a\0b', ' x ', 'M', 'l'],
  ...['31/12/1990', '31/02/1990', '1.234', '12,5', 'x'.repeat(300)],
)
const address = fc.constantFrom(
  ...[
    'ana@example.org',
    'ANA@example.org',
    'leo@example.org',
    'eva@müller.example',
    'gone@example.org',
  ],
  ...['nobody', '', 'left@example.org', 'pía@example.org', 'a@b'],
)
const row = fc.tuple(address, cell, cell, cell, cell)
const mode = fc.constantFrom('upsert', 'insert', 'skip')

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`

async function prepare(name: string): Promise<number> {
  const list = await jobsAt(server).newList(name)
  const path = `/lists/${list}`
  await server.api('POST', `${path}/fields`, {
    name: 'Talla',
    type: 'dropdown',
    options: ['M', 'L'],
  })
  await server.api('POST', `${path}/fields`, { name: 'Cumple', type: 'date' })
  await server.api('POST', `${path}/fields`, { name: 'Puntos', type: 'number' })
  for (const email of ['gone@example.org', 'left@example.org']) {
    await server.api('POST', `${path}/contacts`, { email, nombre: 'There before' })
  }
  await server.api('PUT', `${path}/contacts/left@example.org`, { status: 'unsubscribed' })
  await server.api('DELETE', `${path}/contacts/gone@example.org?erase=1`)
  return list
}

async function peopleOf(list: number) {
  const contacts = await jobsAt(server).contacts(list)
  return contacts
    .map(({ email, nombre, status, customFields, tags }: Record<string, unknown[]>) => ({
      email,
      nombre,
      status,
      values: customFields?.map((field) => (field as { value: string }).value),
      tags: [...(tags ?? [])].sort(),
    }))
    .sort((a: { email: string }, b: { email: string }) => (a.email < b.email ? -1 : 1))
}

test('client and server imports of a file produce the same list and the same rejects', async () => {
  const cli = remite(server)
  let round = 0
  const property = fc.asyncProperty(
    fc.array(row, { minLength: 1, maxLength: 12 }),
    mode,
    async (rows, how) => {
      round++
      const text = [
        'Correo;Nombre;Talla;Cumple;Puntos',
        ...rows.map((cells) => cells.map(quoted).join(';')),
      ]
      const file = join(newFolder(), 'nasty.csv')
      writeFileSync(file, text.join('\n'))
      const results = []
      for (const flags of [[], ['--upload']]) {
        const list = await prepare(`Round ${round}${flags.join('')}`)
        const rejects = join(newFolder(), 'rejects.csv')
        const result = await cli(
          ...['lists', 'import', file, '--list', String(list), '--mode', how],
          ...['--rejects', rejects, '--json', ...flags],
        )
        if (result.stdout === '') {
          results.push({ code: result.code })
          continue
        }
        const {
          created,
          updated,
          skipped,
          duplicates,
          rejected,
          rejects_file: saved,
        } = result.json()
        results.push({
          code: result.code,
          ...{ created, updated, skipped, duplicates, rejected },
          rejects: saved === null ? '' : readFileSync(saved, 'utf8').split('\r\n').sort(),
          people: await peopleOf(list),
        })
      }
      expect(results[1]).toEqual(results[0])
    },
  )
  await fc.assert(property, { numRuns: 12 })
}, 120_000)
