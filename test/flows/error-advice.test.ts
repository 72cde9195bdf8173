import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addList, addSender, campaignOf } from '../support/campaign-fixtures.ts'
import { shellWords } from '../support/processes/shell-words.ts'
import { remite } from '../support/remite.ts'
import { startService, type TestService } from '../support/service.ts'

let server: TestService
let cli: ReturnType<typeof remite>
let list: number
let campaign: number

beforeAll(async () => {
  server = await startService()
  cli = remite(server)
  await addSender(server)
  list = await addList(server, ['ana@correo.example'])
  campaign = (await server.api('POST', '/campaigns', campaignOf(list, { draft: true }))).body.id
})
afterAll(() => server.close())

const run = (line: string) => cli(...shellWords(line))
const advice = (stderr: string): string => /try: (.*)/.exec(stderr)?.[1] ?? ''

test('an active automation is deleted after it is deactivated, with the suggested commands', async () => {
  const flow = {
    name: 'Welcome',
    trigger: { type: 'list_joined', list_id: list },
    nodes: [{ id: 'in', type: 'trigger' }],
    edges: [],
  }
  const { id } = (await server.api('POST', '/automations', flow)).body
  await server.api('PUT', `/automations/${id}/activate`)
  const refused = await run(`automations delete ${id} --yes`)
  expect(refused.code).toBe(6)
  const command = /`remite (.*?)`/.exec(advice(refused.stderr))?.[1] ?? ''
  expect(command).toBe(`automations deactivate ${id}`)
  expect((await run(command)).code).toBe(0)
  expect((await run(`automations delete ${id} --yes`)).code).toBe(0)
})

test('a time in the past: only the verb that has the flag advises it', async () => {
  const schedule = await run(`campaigns schedule ${campaign} --at 2020-01-01T09:00 --yes`)
  expect([schedule.code, advice(schedule.stderr)]).toEqual([7, 'Choose a later time.'])
  const send = await run(`campaigns send ${campaign} --at 2020-01-01T09:00 --yes`)
  expect(send.code).toBe(7)
  expect(advice(send.stderr)).toContain('--send-now-if-past')
})

test('a draft that is paused: the advice names the command that sends it', async () => {
  const { code, stderr } = await run(`campaigns pause ${campaign}`)
  expect([code, advice(stderr)]).toEqual([
    6,
    `To send it, use \`remite campaigns send ${campaign}\`.`,
  ])
})

test('a blocked send: the advice names the codes to allow, and no other code is taken', async () => {
  const html = '<p>Hola {{unsubscribe}}</p>'
  const draft = await server.api('POST', '/campaigns', campaignOf(list, { draft: true, html }))
  const blocked = await run(`campaigns send ${draft.body.id} --yes`)
  const flags = /(--allow .*?)\./.exec(advice(blocked.stderr))?.[1]
  expect([blocked.code, flags]).toEqual([7, '--allow foreign_tag'])
  expect((await run(`campaigns send ${draft.body.id} --yes --allow nonesuch`)).code).toBe(2)
  const allowed = await run(`campaigns send ${draft.body.id} --yes --dry-run ${flags}`)
  expect([allowed.code, allowed.stderr]).toEqual([0, expect.not.stringContaining('error')])
})

test('a stopped sandbox: the command and doctor say how to start it, and doctor not itself', async () => {
  const settings = {
    current: 'sandbox',
    profiles: { sandbox: { apiUrl: 'http://127.0.0.1:1/v3/api' } },
  }
  const offline = remite()
  writeFileSync(join(offline.folder, 'config.json'), JSON.stringify(settings))
  const at = offline.with({ env: { REMITE_TOKEN: 'token' } })
  const { code, stderr } = await at('campaigns', 'list', '--retries', '0')
  expect([code, advice(stderr)]).toEqual([11, 'remite sandbox start'])
  const doctor = await at('doctor', '--retries', '0', '-o', 'tsv')
  expect(doctor.stdout).toContain('remite sandbox start')
  expect(doctor.stdout).not.toContain('remite doctor')
})

test('another server that does not answer: doctor is advised, but not by itself', async () => {
  const at = remite().with({
    env: { REMITE_API_URL: 'http://127.0.0.1:1/v3/api', REMITE_TOKEN: 'token' },
  })
  expect(advice((await at('campaigns', 'list', '--retries', '0')).stderr)).toContain(
    'remite doctor',
  )
  expect((await at('doctor', '--retries', '0', '-o', 'tsv')).stdout).not.toContain('remite doctor')
})

test('an id that does not exist: the advice names the list of that kind', async () => {
  const { code, stderr } = await run('campaigns get 999')
  expect([code, advice(stderr)]).toEqual([
    3,
    'Check the ID or the name. `remite campaigns list` shows what exists.',
  ])
})
