import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished } from 'vitest'
import { onPostgres } from '../support/database/on-postgres.ts'
import { createPostgres } from '../support/database/postgres.ts'
import { startSinkProcess } from '../support/mail/smtp-sink.ts'
import {
  createInstallation,
  startCampaign,
  startInstallation,
  untilSent,
} from '../support/processes/installation.ts'
import { startSilentProxy } from '../support/silent-proxy.ts'
import { waitFor } from '../support/wait.ts'

const server = process.env.REMITE_TEST_DATABASE_URL ?? ''
const count = 3000
/** Twice the time after which a silent connection counts as dead, on a busy machine. */
const noticedMs = 80_000

onPostgres(
  'when the database falls silent and returns, sending goes on, and a stop is answered',
  {
    timeout: 240_000,
  },
  async () => {
    const database = await createPostgres(server)
    onTestFinished(database.drop)
    const installation = await createInstallation(count, database.url)
    const url = new URL(database.url)
    const proxy = await startSilentProxy({ host: url.hostname, port: Number(url.port) })
    onTestFinished(proxy.close)
    url.port = String(proxy.port)
    const file = join(installation.folder, 'sent.ndjson')
    const sink = await startSinkProcess(file, { answerMs: 20 })
    onTestFinished(sink.stop)
    const service = await startInstallation(
      { ...installation, database: url.href },
      { smtpUrl: sink.url, flags: ['--stop-timeout', '2s'] },
    )
    onTestFinished(service.kill)
    const origin = new URL(installation.url).origin
    const statusOf = async (path: string) => (await fetch(origin + path)).status
    expect([await statusOf('/health'), await statusOf('/ready')]).toEqual([200, 200])
    const campaign = await startCampaign(installation, '<p>Hola</p>')
    await waitFor(() => sink.messages().length > 100)

    proxy.fallSilent()
    await waitFor(async () => (await statusOf('/ready')) === 503)
    expect(await statusOf('/health')).toBe(200)
    const atSilence = sink.messages().length
    expect(atSilence).toBeLessThan(count)
    await sleep(1000)
    proxy.recover()
    await waitFor(() => sink.messages().length > atSilence + 100, noticedMs)
    await untilSent(installation, campaign)
    const delivered = sink.messages().flatMap(({ to }) => to)
    const stats = await installation.get(`/campaigns/${campaign}/stats`)
    expect(new Set(delivered).size).toBe(delivered.length)
    expect(stats).toMatchObject({ recipients: count, sent: count, uncertain: 0, pending: 0 })
    await waitFor(async () => (await statusOf('/ready')) === 200)

    proxy.fallSilent()
    const startedAt = performance.now()
    expect(await service.stop()).toBe(0)
    expect(performance.now() - startedAt).toBeLessThan(15_000)
  },
)
