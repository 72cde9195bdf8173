import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { addList, addSender, campaignOf, untilStatus } from '../support/campaign-fixtures.ts'
import { testClock } from '../support/clock.ts'
import { type Sink, type SinkBehaviour, startSink } from '../support/mail/smtp-sink.ts'
import { type StartOptions, startService, type TestService } from '../support/service.ts'
import { waitFor } from '../support/wait.ts'

let sink: Sink
let server: TestService
afterEach(async () => {
  await server.close()
  await sink.stop()
})

async function start(behaviour: SinkBehaviour, options: StartOptions) {
  sink = await startSink(behaviour)
  server = await startService({
    workers: true,
    ...options,
    settings: { smtpUrl: sink.url, ...options.settings },
  })
  await addSender(server)
}

const people = (count: number, domain: string) =>
  Array.from({ length: count }, (_, index) => `p${index}@${domain}`)

async function send(addresses: readonly string[]): Promise<number> {
  const list = await addList(server, [...addresses])
  const { status, body } = await server.api('POST', '/campaigns', campaignOf(list))
  expect(status).toBe(200)
  return body.id
}

const stats = async (id: number) => (await server.api('GET', `/campaigns/${id}/stats`)).body

test('a domain that throttles gets less mail, and delays no other domain', async () => {
  const clock = testClock()
  await start({ busy: '@lento' }, { clock })
  const [slow, quick] = [people(60, 'lento.example'), people(60, 'otro.example')]
  const id = await send(slow.flatMap((address, index) => [address, quick[index] ?? '']))
  await waitFor(async () => (await stats(id)).sent === 60)
  expect(sink.messages().every(({ to }) => to[0]?.endsWith('@otro.example'))).toBe(true)
  const { deferred, pending } = await stats(id)
  expect(deferred + pending).toBe(60)
  // At most the messages in flight plus the sixteen saved up in two seconds at eight a second.
  expect(deferred).toBeLessThanOrEqual(40)
  await waitFor(async () => {
    clock.advance(120_000)
    server.service.wake()
    await sleep(20)
    return (await stats(id)).status === 'sent'
  }, 60_000)
  expect(await stats(id)).toMatchObject({ recipients: 120, sent: 120, failed: 0 })
  expect(sink.messages()).toHaveLength(120)
})

test('an account stays within its rate', async () => {
  const clock = testClock()
  await start({}, { clock, settings: { rates: { account: 2 } } })
  const id = await send(people(12, 'correo.example'))
  const counts: number[] = []
  for (let seconds = 0; seconds < 5; seconds++) {
    await waitFor(async () => (await stats(id)).sent >= Math.min(12, 4 + seconds * 2))
    await sleep(100)
    counts.push(sink.messages().length)
    clock.advance(1000)
    server.service.wake()
  }
  expect(counts).toEqual([4, 6, 8, 10, 12])
  await untilStatus(server, id, 'sent')
})

test('the relay stays within its rate', async () => {
  await start({}, { settings: { rates: { relay: 20 } } })
  await untilStatus(server, await send(people(80, 'correo.example')), 'sent')
  const times = sink.messages().map(({ at }) => at)
  // Two seconds had saved up forty sends. The other forty take two seconds.
  expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(1500)
})
