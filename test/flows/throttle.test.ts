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

test('a small campaign does not wait for all that is queued of a large one', async () => {
  await start({ answerMs: 20 }, { settings: { smtpConnections: 1 } })
  await send(people(200, 'grande.example'))
  const sentTo = (domain: string) =>
    sink.messages().filter(({ to }) => to[0]?.endsWith(domain)).length
  await waitFor(() => sentTo('grande.example') >= 30)
  await send(people(10, 'breve.example'))
  const before = sentTo('grande.example')
  await waitFor(() => sentTo('breve.example') === 10)
  // What the relay has already, what is claimed, and what is sent in turn.
  expect(sentTo('grande.example') - before).toBeLessThan(70)
})

/** Sends to `count` people, and returns how many messages had left at the start and after each second. */
async function sentEachSecond(rate: number, count: number, of: 'account' | 'relay') {
  const clock = testClock()
  await start({}, { clock, settings: { rates: { [of]: rate } } })
  const id = await send(people(count, 'correo.example'))
  const counts: number[] = []
  // Two seconds have been saved up.
  for (let expected = 2 * rate; expected <= count; expected += rate) {
    await waitFor(async () => (await stats(id)).sent >= expected)
    await sleep(100)
    counts.push(sink.messages().length)
    clock.advance(1000)
    server.service.wake()
  }
  await untilStatus(server, id, 'sent')
  return counts
}

test('an account stays within its rate', async () => {
  expect(await sentEachSecond(2, 12, 'account')).toEqual([4, 6, 8, 10, 12])
})

test('the relay stays within its rate', async () => {
  expect(await sentEachSecond(20, 80, 'relay')).toEqual([40, 60, 80])
})
