import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { hasPostgresPrograms, startPostgresCluster } from '../support/database/postgres-cluster.ts'
import { startSinkProcess } from '../support/mail/smtp-sink.ts'
import { createInstallation, startCampaign } from '../support/processes/installation.ts'
import { startServiceProcess } from '../support/processes/service-process.ts'
import { waitFor } from '../support/wait.ts'

const count = 3000
const crashes = 3
/** How long after the last crash the campaign has to end. */
const maxMs = 60_000

test.skipIf(!process.env.REMITE_TEST_DATABASE_URL || !hasPostgresPrograms)(
  'through three crashes of the database, everybody is mailed exactly once and nothing is stuck',
  {
    timeout: 180_000,
  },
  async () => {
    // The machine goes on, so what the server has written to its files survives without fsync.
    const cluster = await startPostgresCluster({ fsync: 'off', full_page_writes: 'off' })
    onTestFinished(cluster.stop)
    const installation = await createInstallation(count, cluster.url)
    const { folder, ports, get } = installation
    const sink = await startSinkProcess(join(folder, 'sent.ndjson'), { answerMs: 20 })
    onTestFinished(sink.stop)
    const start = (port: number) =>
      startServiceProcess({ folder, database: cluster.url, smtpUrl: sink.url, port })
    const services = await Promise.all(ports.map(start))
    onTestFinished(async () => {
      for (const service of services) await service.kill()
    })
    const campaign = await startCampaign(installation, '<p>Hola</p>')
    for (let crash = 0; crash < crashes; crash++) {
      const before = sink.messages().length
      await waitFor(() => sink.messages().length > before + 200)
      await cluster.crash()
    }
    const crashedAt = performance.now()
    expect(sink.messages().length).toBeLessThan(count)
    const statusOf = () => get(`/campaigns/${campaign}`).catch(() => ({}))
    await waitFor(async () => (await statusOf()).status === 'sent', maxMs)
    const stats = await get(`/campaigns/${campaign}/stats`)
    expect(stats).toMatchObject({ recipients: count, sent: count, uncertain: 0, pending: 0 })
    const delivered = sink.messages().flatMap(({ to }) => to)
    expect([delivered.length, new Set(delivered).size]).toEqual([count, count])
    expect(performance.now() - crashedAt).toBeLessThan(maxMs)
  },
)
