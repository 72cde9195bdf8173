import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createPostgres } from '../support/database/postgres.ts'
import { startScriptedRelay } from '../support/mail/scripted-relay.ts'
import { startSinkProcess } from '../support/mail/smtp-sink.ts'
import {
  createInstallation,
  startCampaign,
  startInstallation,
} from '../support/processes/installation.ts'
import { waitFor } from '../support/wait.ts'

const server = process.env.REMITE_TEST_DATABASE_URL
const stopTimeoutMs = 3000
const flags = ['--stop-timeout', '3s']
/** The time limit, what is written after it, and a busy machine. */
const generousMs = stopTimeoutMs + 10_000

async function newInstallation(count: number) {
  const database = server ? await createPostgres(server) : undefined
  if (database) onTestFinished(database.drop)
  return createInstallation(count, database?.url)
}

/** Begins to post a form and sends one byte a second. */
function postSlowly(port: number): Socket {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  socket.write(
    'POST /u/x HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n' +
      'Content-Type: application/x-www-form-urlencoded\r\n\r\n',
  )
  const timer = setInterval(() => socket.write('a'), 1000)
  socket.once('close', () => clearInterval(timer))
  onTestFinished(() => void socket.destroy())
  return socket
}

test('a stop ends sending at once, and waits for a slow request no longer than its limit', {
  timeout: 120_000,
}, async () => {
  const installation = await newInstallation(5000)
  const sink = await startSinkProcess(join(installation.folder, 'sent.ndjson'), { answerMs: 20 })
  onTestFinished(sink.stop)
  const service = await startInstallation(installation, { smtpUrl: sink.url, flags })
  onTestFinished(service.kill)
  const slow = postSlowly(Number(new URL(installation.url).port))
  await startCampaign(installation, '<p>Hola</p>')
  await waitFor(() => sink.messages().length > 300)
  const atStop = sink.messages().length
  const startedAt = performance.now()
  const stopping = service.stop()
  const isRefused = () =>
    fetch(`${installation.url}/campaigns`).then(
      ({ status }) => status === 503,
      () => true,
    )
  await waitFor(isRefused)
  expect(slow.destroyed).toBe(false)
  expect(await stopping).toBe(0)
  expect(performance.now() - startedAt).toBeLessThan(generousMs)
  expect(slow.destroyed).toBe(true)
  // Reading the count and the signal take a moment too.
  expect(sink.messages().length - atStop).toBeLessThan(1000)
  expect(service.lines.filter((line) => /"event":"(stopping|stopped)"/.test(line))).toHaveLength(2)
  const again = await startInstallation(installation, { smtpUrl: sink.url, flags })
  onTestFinished(again.kill)
  await waitFor(() => sink.messages().length === 5000, 60_000)
  expect(new Set(sink.messages().flatMap(({ to }) => to)).size).toBe(5000)
})

test('a stop does not wait for a relay that is silent after DATA, and says what is uncertain', {
  timeout: 120_000,
}, async () => {
  const installation = await newInstallation(100)
  let held = 0
  const relay = await startScriptedRelay({
    reply: () => {
      held++
      return new Promise(() => {})
    },
  })
  onTestFinished(relay.stop)
  const service = await startInstallation(installation, { smtpUrl: relay.url, flags })
  onTestFinished(service.kill)
  const campaign = await startCampaign(installation, '<p>Hola</p>')
  await waitFor(() => held === 8)
  const startedAt = performance.now()
  expect(await service.stop()).toBe(0)
  expect(performance.now() - startedAt).toBeLessThan(generousMs)
  const left = service.lines.find((line) =>
    line.includes('the relay did not answer before the stop'),
  )
  const { uncertain } = JSON.parse(left ?? '{}')
  expect(uncertain).toBe(8)

  const again = await startInstallation(installation)
  onTestFinished(again.kill)
  const stats = await installation.get(`/campaigns/${campaign}/stats`)
  expect(stats).toMatchObject({ uncertain: 8, pending: 92, sent: 0 })
})
