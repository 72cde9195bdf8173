import { afterEach, expect, test } from 'vitest'
import { addList, addSender, campaignOf } from '../support/campaign-fixtures.ts'
import { testClock } from '../support/clock.ts'
import { startForeignServer } from '../support/foreign-server.ts'
import { startLossyProxy } from '../support/mail/lossy-proxy.ts'
import { remite } from '../support/remite.ts'
import { startService, type TestService } from '../support/service.ts'

let server: TestService
const open: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})

async function start() {
  const clock = testClock()
  server = await startService({ clock })
  open.push(() => server.close())
  await addSender(server)
  const list = await addList(server, ['ana@correo.example'])
  const { body } = await server.api('POST', '/campaigns', campaignOf(list, { draft: true }))
  return { cli: remite(server, clock), list, campaign: String(body.id), clock }
}

const campaignIds = async (): Promise<number[]> =>
  (await server.api('GET', '/campaigns')).body.map(({ id }: { id: number }) => id)

test('a campaign is duplicated as often as that is typed, also after the copy was deleted', async () => {
  const { cli, campaign } = await start()
  const copy = async () => (await cli('campaigns', 'duplicate', campaign, '-o', 'json')).json()
  const first = await copy()
  const second = await copy()
  expect([first.repeated, second.repeated, second.id === first.id]).toEqual([
    undefined,
    undefined,
    false,
  ])
  expect((await cli('campaigns', 'delete', String(second.id), '--yes')).code).toBe(0)
  const third = await copy()
  expect(await campaignIds()).toEqual(expect.arrayContaining([first.id, third.id]))
  expect(await campaignIds()).toHaveLength(3)
})

test('drafts and templates are created as often as they are typed', async () => {
  const { cli, list } = await start()
  const args = ['--name', 'Marzo', '--subject', 'Hola', '--html', '-', '--list', String(list)]
  const draft = () =>
    cli.with({ stdin: '<p>Hola</p>' })(
      ...['campaigns', 'create', ...args, '--from-mail', 'hola@tienda.example', '--draft'],
    )
  expect([(await draft()).code, (await draft()).code]).toEqual([0, 0])
  expect(await campaignIds()).toHaveLength(3)
  const template = ['templates', 'create', '--name', 'Mes', '--html', '-', '-o', 'ids']
  const ids = [
    await cli.with({ stdin: '<p>Hola</p>' })(...template),
    await cli.with({ stdin: '<p>Hola</p>' })(...template),
  ].map(({ stdout }) => stdout)
  expect(new Set(ids).size).toBe(2)
})

test('a repeat by cron is guarded by an idempotency key', async () => {
  const { cli, campaign } = await start()
  const copy = () =>
    cli('campaigns', 'duplicate', campaign, '--idempotency-key', 'monday', '-o', 'json')
  const first = (await copy()).json()
  const second = await copy()
  expect(second.json()).toEqual({ ...first, repeated: true })
  expect(second.stderr).toContain('nothing was done now')
  // The server knows the key, so --again would do nothing.
  expect(second.stderr).toContain('use another key')
  expect(second.stderr).not.toContain('--again')
  expect(await campaignIds()).toHaveLength(2)
})

test('a copy whose answer was lost is found again, not made twice', async () => {
  const { cli, campaign } = await start()
  const relay = await startLossyProxy(server.origin)
  open.push(() => relay.close())
  const copy = (...more: string[]) =>
    cli.with({ env: { REMITE_API_URL: `${relay.origin}/v3/api` } })(
      ...['campaigns', 'duplicate', campaign, '-o', 'json', ...more],
    )
  relay.setFate(({ method }) => (method === 'POST' ? 'answer lost' : 'pass'))
  expect((await copy('--retries', '0')).code).toBe(12)
  expect(await campaignIds()).toHaveLength(2)
  relay.setFate(() => 'pass')
  const found = (await copy()).json()
  expect(found.repeated).toBe(true)
  expect(await campaignIds()).toHaveLength(2)
  expect((await copy()).json().id).not.toBe(found.id)
})

test('on a server without keys a creation with a lost answer waits for the user', async () => {
  const foreign = await startForeignServer()
  open.push(() => foreign.close())
  const env = { REMITE_API_URL: foreign.url, REMITE_TOKEN: 'opaque' }
  const { with: runWith } = remite()
  const create = (...more: string[]) =>
    runWith({ env })('lists', 'create', '--name', 'News', ...more)
  foreign.respond('POST /lists', 'half', { body: { ok: true, id: '12' } })
  expect((await create()).code).toBe(12)
  expect((await create()).code).toBe(12)
  expect((await create('--settle', 'sent')).code).toBe(0)
  expect((await create('--settle', 'sent')).code).toBe(0)
  const posts = () => foreign.requests.filter(({ method }) => method === 'POST').length
  expect(posts()).toBe(1)
  expect([(await create()).code, (await create()).code, posts()]).toEqual([0, 0, 3])
})

test('a repeated send says what was sent, and when, and that nothing was sent now', async () => {
  const { cli, campaign } = await start()
  expect((await cli('campaigns', 'send', campaign, '--yes')).code).toBe(0)
  const { code, stderr } = await cli('campaigns', 'send', campaign, '--yes')
  expect(code).toBe(0)
  expect(stderr).toContain(`Campaign ${campaign} was sent at`)
  expect(stderr).toContain(
    `nothing was sent now. To send it again, copy it: remite campaigns duplicate ${campaign}`,
  )
  const { stderr: spanish } = await cli('campaigns', 'send', campaign, '--yes', '--lang', 'es')
  expect(spanish).toContain('ahora no se ha enviado nada')
})

test('the draft of a resend is created as often as that is typed, also after it was deleted', async () => {
  const { cli, campaign } = await start()
  const { db } = server.service
  await db.updateTable('campaigns').set({ status: 'sent' }).execute()
  const list = await db.selectFrom('contacts').select('list_id').executeTakeFirstOrThrow()
  await server.api('POST', `/lists/${list.list_id}/contacts`, { email: 'eva@correo.example' })
  const resend = () => cli('campaigns', 'resend', campaign, '--to', 'new', '-o', 'json')
  const first = (await resend()).json()
  const second = (await resend()).json()
  expect((await cli('campaigns', 'delete', String(second.id), '--yes')).code).toBe(0)
  const third = (await resend()).json()
  expect([second.repeated, third.repeated]).toEqual([undefined, undefined])
  expect(await campaignIds()).toEqual(expect.arrayContaining([first.id, third.id]))
})

test('a name and a number are the same operation', async () => {
  const { cli, campaign } = await start()
  const { camp_name: name } = (await server.api('GET', `/campaigns/${campaign}`)).body
  expect((await cli('campaigns', 'send', name, '--yes', '-o', 'json')).code).toBe(0)
  const second = await cli('campaigns', 'send', campaign, '-o', 'json')
  expect([second.code, second.json().repeated]).toEqual([0, true])
})
