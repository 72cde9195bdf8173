import { join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished } from 'vitest'
import { type LossyProxy, startLossyProxy } from '../support/database/lossy-proxy.ts'
import { onPostgres } from '../support/database/on-postgres.ts'
import { createPostgres } from '../support/database/postgres.ts'
import { type Sink, startSinkProcess } from '../support/mail/smtp-sink.ts'
import {
  createInstallation,
  type Installation,
  startCampaign,
  startInstallation,
} from '../support/processes/installation.ts'
import { type ServiceProcess, startServiceProcess } from '../support/processes/service-process.ts'
import { waitFor } from '../support/wait.ts'

const server = process.env.REMITE_TEST_DATABASE_URL ?? ''
const isCommit = (message: string): boolean => /^Q....commit\0/s.test(message)
/** A turn of the dispatcher is one statement, which commits. */
const isTurn = (message: string): boolean => message.includes('set submitting = 1')
const isClaim = (message: string): boolean =>
  message.includes('update "recipient_queue" set "claim" = ') && message.includes('"due"')

interface Send {
  installation: Installation
  /** Between the service and its database. */
  proxy: LossyProxy
  sink: Pick<Sink, 'url' | 'messages'>
  campaign: number
}

/** Starts a campaign to `count` contacts. */
async function startSend(count: number): Promise<Send> {
  const database = await createPostgres(server)
  onTestFinished(database.drop)
  const installation = await createInstallation(count, database.url)
  const proxy = await startLossyProxy(database.url)
  onTestFinished(proxy.close)
  const file = join(installation.folder, 'sent.ndjson')
  const sink = await startSinkProcess(file, { answerMs: 20 })
  onTestFinished(sink.stop)
  const stage = { ...installation, database: proxy.url }
  killAtEnd(await startInstallation(stage, { smtpUrl: sink.url }))
  const campaign = await startCampaign(installation, '<p>Hola</p>')
  return { installation, proxy, sink, campaign }
}

const killAtEnd = (service: ServiceProcess) => onTestFinished(service.kill)

/** Waits for the end of the campaign, and expects that everybody was mailed and counted once. */
async function expectAllSent({ installation, sink, campaign }: Send): Promise<void> {
  const { get, count } = installation
  const statusOf = () => get(`/campaigns/${campaign}`).catch(() => ({}))
  await waitFor(async () => (await statusOf()).status === 'sent', 200_000)
  const delivered = sink.messages().flatMap(({ to }) => to)
  expect([delivered.length, new Set(delivered).size]).toEqual([count, count])
  const stats = await get(`/campaigns/${campaign}/stats`)
  expect(stats).toMatchObject({ recipients: count, sent: count, uncertain: 0, pending: 0 })
}

onPostgres(
  'when the answers to every fifth commit and claim are lost, everybody is mailed and counted exactly once',
  {
    timeout: 240_000,
  },
  async () => {
    // After each lost answer the service waits for a second, so this takes a second for some results.
    const send = await startSend(200)
    const lost = { commits: 0, claims: 0 }
    const seen = { ...lost }
    send.proxy.setLoss((message) => {
      const kind =
        isCommit(message) || isTurn(message) ? 'commits' : isClaim(message) ? 'claims' : undefined
      if (!kind || ++seen[kind] % 5 !== 1) return false
      lost[kind]++
      return true
    })
    await expectAllSent(send)
    expect(lost.commits).toBeGreaterThan(5)
    expect(lost.claims).toBeGreaterThan(0)
  },
)

onPostgres(
  'what a cut-off process has not passed to the relay is sent when it is back, though others took it for lost',
  {
    timeout: 240_000,
  },
  async () => {
    const send = await startSend(3000)
    const { proxy, sink, installation } = send
    const { folder, database = '', ports } = installation
    await waitFor(() => sink.messages().length > 100)
    let isLost = false
    proxy.setLoss((message) => {
      if (isLost || !isTurn(message)) return false
      isLost = true
      return true
    })
    await waitFor(() => proxy.lost() > 0)
    proxy.setDown(true)
    await declareDead(database)
    const [, port = 0] = ports
    const other = await startServiceProcess({ folder, database, smtpUrl: sink.url, port })
    killAtEnd(other)
    await waitFor(() => other.lines.some((line) => line.includes('dead processes was recovered')))
    proxy.setDown(false)
    await expectAllSent(send)
  },
)

/** As if a minute had passed since the last sign of life of all processes. */
async function declareDead(database: string): Promise<void> {
  const client = new pg.Client({ connectionString: database })
  await client.connect()
  await client.query('update processes set alive_until = 0')
  await client.end()
}
