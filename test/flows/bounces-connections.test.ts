import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { type Inbox, startInbox } from '../../src/service/bounces/inbox.ts'
import { type TestClock, testClock } from '../support/clock.ts'
import { deliveryReport, sendReport } from '../support/mail/bounces.ts'
import { startService, type TestService } from '../support/service.ts'
import { waitFor } from '../support/wait.ts'

let server: TestService
let inbox: Inbox
let clock: TestClock
beforeAll(async () => {
  clock = testClock()
  server = await startService({ clock, settings: { bounceDomain: 'rebotes.example' } })
  inbox = await startInbox(server.service, { host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await inbox.close()
  await server.close()
})

/** Opens idle connections from an address of this machine. */
function openFrom(localAddress: string, count: number): Socket[] {
  const all = Array.from({ length: count }, () =>
    connect({ port: inbox.port, host: '127.0.0.1', localAddress }),
  )
  for (const socket of all) socket.on('error', () => {}).resume()
  onTestFinished(() => {
    for (const socket of all) socket.destroy()
  })
  return all
}

const openIn = (sockets: readonly Socket[]) => sockets.filter((socket) => !socket.closed).length

const report = () =>
  sendReport(inbox.port, 'fbl@rebotes.example', deliveryReport('eva@uno.example'))

test('idle connections from one address leave room for the bounces of others', async () => {
  const idle = openFrom('127.0.0.2', 250)
  await waitFor(() => openIn(idle) === 20)
  expect(await report()).toMatch(/^250 /)
})

test('a connection that stays busy without a message is closed', async () => {
  const [busy] = openFrom('127.0.0.3', 1)
  let greeting = ''
  busy?.on('data', (chunk) => {
    greeting += chunk
  })
  await waitFor(() => greeting.includes('220 '))
  const talking = setInterval(() => busy?.write('NOOP\r\n'), 20)
  onTestFinished(() => clearInterval(talking))
  clock.advance(5 * 60_000)
  expect(await report()).toMatch(/^250 /)
  expect(busy?.closed).toBe(false)
  await waitFor(() => {
    clock.advance(60_000)
    return busy?.closed === true
  })
})
