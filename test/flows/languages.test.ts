import { afterAll, beforeAll, expect, test } from 'vitest'
import { testClock } from '../support/clock.ts'
import { addList, addSender, campaignOf } from '../support/mailing.ts'
import { remite } from '../support/remite.ts'
import { startService, type TestService } from '../support/service.ts'

const english = { LC_ALL: 'en_US.UTF-8' }
const spanish = { LC_ALL: 'es_ES.UTF-8' }
const formats = ['json', 'ndjson', 'csv', 'tsv', 'ids']

/** Of no session that has a clock of its own: what is left of it must be the same in both runs. */
const clock = testClock(Date.now())
let server: TestService
let cli: ReturnType<typeof remite>
let verbs: string[][]

beforeAll(async () => {
  server = await startService()
  cli = remite(server, clock)
  await addSender(server)
  const list = await addList(
    server,
    ['ana@correo.example', { email: 'íñigo@correo.example', nombre: 'Íñigo Núñez' }],
    'Niños; "años"',
  )
  const { id } = (
    await server.api(
      'POST',
      '/campaigns',
      campaignOf(list, { draft: true, camp_name: 'Otoño\t1.000' }),
    )
  ).body
  verbs = [
    ['campaigns', 'list'],
    ['campaigns', 'get', String(id)],
    ['campaigns', 'stats', String(id)],
    ['lists', 'list'],
    ['lists', 'get', String(list)],
    ['contacts', 'list', '--list', String(list)],
    ['dashboard'],
    ['senders', 'list'],
    ['auth', 'status'],
  ]
})
afterAll(() => server.close())

test.each(formats)('-o %s is byte for byte the same in Spanish and in English', async (format) => {
  for (const verb of verbs) {
    const [inEnglish, inSpanish] = [
      await cli.with({ env: english })(...verb, '-o', format),
      await cli.with({ env: spanish })(...verb, '-o', format),
    ]
    expect(inSpanish, verb.join(' ')).toEqual({ ...inEnglish, json: expect.any(Function) })
    expect(inSpanish.code, inSpanish.stderr).toBe(0)
    // Of what has no id there is nothing to list.
    if (format !== 'ids') expect(inSpanish.stdout).not.toBe('')
  }
})
