import { afterAll, beforeAll, expect, test } from 'vitest'
import { remite } from '../support/remite.ts'
import { startService, type TestService } from '../support/service.ts'
import { waitFor } from '../support/wait.ts'
import { startWebhookReceiver } from '../support/webhook-receiver.ts'

let server: TestService
let cli: ReturnType<typeof remite>
beforeAll(async () => {
  server = await startService({ workers: true })
  cli = remite(server)
})
afterAll(() => server.close())

async function listed(): Promise<Record<string, unknown>[]> {
  return (await cli('webhooks', 'list', '--json')).json().data
}

test('a webhook is created for the current user, gets events, is updated and deleted', async () => {
  const receiver = await startWebhookReceiver()
  try {
    const events = ['--event', 'contact.unsubscribe', '--event', 'campaign.sent']
    const created = await cli('webhooks', 'create', '--url', receiver.url, ...events, '--json')
    expect([created.code, created.stderr]).toEqual([0, ''])
    const { id, secret } = created.json()
    expect(secret).toMatch(/^whsec_/)
    expect(await listed()).toMatchObject([
      { id, url: receiver.url, events: ['contact.unsubscribe', 'campaign.sent'], enabled: true },
    ])

    const replayed = await cli('webhooks', 'replay', String(id), '--test', '--json')
    expect(replayed.json()).toEqual({ queued: 1 })
    await waitFor(() => receiver.received.length === 1)

    const off = await cli('webhooks', 'update', String(id), '--no-enabled', '--description', 'CRM')
    expect([off.code, off.stderr]).toEqual([0, ''])
    expect(await listed()).toMatchObject([{ enabled: false, description: 'CRM' }])
    const turned = await cli(
      'webhooks',
      'update',
      String(id),
      '--enabled',
      '--rotate-secret',
      '--json',
    )
    expect(turned.json().secret).not.toBe(secret)
    expect(await listed()).toMatchObject([{ enabled: true, description: 'CRM' }])

    const refused = await cli('webhooks', 'delete', String(id))
    expect(refused.code).toBe(7)
    expect((await cli('webhooks', 'delete', String(id), '--yes')).code).toBe(0)
    expect(await listed()).toEqual([])
  } finally {
    receiver.close()
  }
})

test('invalid webhook settings are reported by flag', async () => {
  const wrong = await cli('webhooks', 'create', '--url', 'example.org', '--event', 'contact.left')
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('--event: contact.left')])
  const none = await cli('webhooks', 'replay', '999', '--test')
  expect(none.code).toBe(3)
})

test('an enabled switch can be turned off, and other settings stay', async () => {
  const list = (await cli('lists', 'create', '--name', 'Both', '--double-optin', '-o', 'ids'))
    .stdout
  const both = async () => (await cli('lists', 'get', list.trim(), '--json')).json().double_optin
  await cli('lists', 'update', 'Both', '--description', 'Twice')
  expect(await both()).toBe(true)
  expect((await cli('lists', 'update', 'Both', '--no-double-optin')).code).toBe(0)
  expect(await both()).toBe(false)
  const help = await cli('lists', 'update', '--help')
  expect(help.stdout).toContain('--[no-]double-optin')
})

test('a setting with several values can be cleared', async () => {
  const sites = ['https://uno.example', 'https://dos.example']
  await cli('lists', 'create', '--name', 'Forms')
  const update = (...flags: string[]) => cli('lists', 'update', 'Forms', ...flags)
  const formOrigins = async () => (await cli('lists', 'get', 'Forms', '--json')).json().form_origins
  await update(...sites.flatMap((site) => ['--form-origins', site]))
  expect(await formOrigins()).toEqual(sites)
  await update('--description', 'Twice')
  expect(await formOrigins()).toEqual(sites)
  expect((await update('--no-form-origins')).code).toBe(0)
  expect(await formOrigins()).toEqual([])
  await update('--no-form-origins', '--form-origins', 'https://tres.example')
  expect(await formOrigins()).toEqual(['https://tres.example'])
})
