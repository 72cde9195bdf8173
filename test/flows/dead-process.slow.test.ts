import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { onPostgres } from '../support/database/on-postgres.ts'
import { createPostgres } from '../support/database/postgres.ts'
import { freePort } from '../support/free-port.ts'
import { startSinkProcess } from '../support/mail/smtp-sink.ts'
import { createInstallation, startCampaign, untilSent } from '../support/processes/installation.ts'
import { maxUncertain, readOutcome } from '../support/processes/interrupted-send.ts'
import { startServiceProcess } from '../support/processes/service-process.ts'
import { waitFor } from '../support/wait.ts'

const server = process.env.REMITE_TEST_DATABASE_URL ?? ''
const count = 3000

onPostgres(
  'what one of three processes had claimed when it was killed is sent by the others within a minute',
  {
    timeout: 180_000,
  },
  async () => {
    const database = await createPostgres(server)
    onTestFinished(database.drop)
    const installation = await createInstallation(count, database.url)
    const { folder, ports } = installation
    const sink = await startSinkProcess(join(folder, 'sent.ndjson'), { answerMs: 20 })
    onTestFinished(sink.stop)
    const start = (port: number) =>
      startServiceProcess({ folder, database: database.url, smtpUrl: sink.url, port })
    const services = await Promise.all([...ports, await freePort()].map(start))
    onTestFinished(async () => {
      for (const service of services) await service.kill()
    })
    const campaign = await startCampaign(installation, '<p>Hola</p>')
    await waitFor(() => sink.messages().length > 200)
    await services.at(-1)?.kill()
    const killedAt = performance.now()
    expect(sink.messages().length).toBeLessThan(count)
    await untilSent(installation, campaign)
    expect(performance.now() - killedAt).toBeLessThan(60_000)
    const { states, lost, duplicates } = await readOutcome(database.url, campaign, sink.messages())
    const { sent = 0, uncertain = 0, ...others } = states
    expect({ lost, duplicates, others }).toEqual({ lost: [], duplicates: [], others: {} })
    expect(uncertain).toBeLessThanOrEqual(maxUncertain)
    const stats = await installation.get(`/campaigns/${campaign}/stats`)
    expect(stats).toMatchObject({ recipients: count, sent, uncertain, pending: 0 })
  },
)
