import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { onPostgres } from '../support/database/on-postgres.ts'
import { createPostgres } from '../support/database/postgres.ts'
import { startSinkProcess } from '../support/mail/smtp-sink.ts'
import { createInstallation, startCampaign, untilSent } from '../support/processes/installation.ts'
import { maxUncertain } from '../support/processes/interrupted-send.ts'
import { startServiceProcess } from '../support/processes/service-process.ts'
import { waitFor } from '../support/wait.ts'

const server = process.env.REMITE_TEST_DATABASE_URL ?? ''
const count = 3000

onPostgres(
  'what a killed process had claimed is sent by the others within a minute',
  {
    timeout: 180_000,
  },
  async () => {
    const database = await createPostgres(server)
    onTestFinished(database.drop)
    const installation = await createInstallation(count, database.url)
    const { folder, ports } = installation
    const sink = await startSinkProcess(join(folder, 'sent.ndjson'), { answerMs: 10 })
    onTestFinished(sink.stop)
    const start = (port: number) =>
      startServiceProcess({ folder, database: database.url, smtpUrl: sink.url, port })
    const [living, victim] = await Promise.all(ports.map(start))
    onTestFinished(async () => {
      await living?.kill()
      await victim?.kill()
    })
    const campaign = await startCampaign(installation, '<p>Hola</p>')
    await waitFor(() => sink.messages().length > 200)
    await victim?.kill()
    const killedAt = performance.now()
    await untilSent(installation, campaign)
    expect(performance.now() - killedAt).toBeLessThan(60_000)
    const stats = await installation.get(`/campaigns/${campaign}/stats`)
    expect(stats).toMatchObject({ recipients: count, pending: 0 })
    expect(stats.uncertain).toBeLessThanOrEqual(maxUncertain)
    const delivered = sink.messages().flatMap(({ to }) => to)
    expect(new Set(delivered).size).toBe(delivered.length)
    expect(delivered.length + stats.uncertain).toBeGreaterThanOrEqual(count)
  },
)
