import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished } from 'vitest'
import { selectCounts } from '../../src/service/campaigns/reporting/counts-store.ts'
import { connect } from '../../src/service/database/connect.ts'
import { onPostgres } from '../support/database/on-postgres.ts'
import { createPostgres } from '../support/database/postgres.ts'
import { walkedCounts } from '../support/figures/campaign-walk.ts'
import { shownFigures } from '../support/figures/figures-world.ts'
import { freePort } from '../support/free-port.ts'
import { startSinkProcess } from '../support/mail/smtp-sink.ts'
import { createInstallation, startCampaign, untilSent } from '../support/processes/installation.ts'
import { readOutcome } from '../support/processes/interrupted-send.ts'
import { buildPreviousProgram } from '../support/processes/previous-program.ts'
import { startServiceProcess } from '../support/processes/service-process.ts'
import { waitFor } from '../support/wait.ts'

const server = process.env.REMITE_TEST_DATABASE_URL ?? ''
const count = 2000

onPostgres(
  'processes of the version before go on beside those of this one, while a campaign is sent',
  { timeout: 180_000 },
  async ({ skip }) => {
    const previous = await buildPreviousProgram()
    if (previous === undefined) skip('the history of git ends before the newest migration')
    const database = await createPostgres(server)
    onTestFinished(database.drop)
    const installation = await createInstallation(count, database.url, previous)
    const { folder, ports, token } = installation
    const sink = await startSinkProcess(join(folder, 'sent.ndjson'), { answerMs: 200 })
    onTestFinished(sink.stop)
    const serve = (port: number, program?: string) =>
      startServiceProcess({ folder, database: database.url, smtpUrl: sink.url, port, program })
    const old = await Promise.all(ports.map((port) => serve(port, previous)))
    const running = new Set(old)
    onTestFinished(async () => {
      for (const service of running) await service.kill()
    })
    const { db, close } = connect(database.url)
    onTestFinished(close)
    const oldIds = (await db.selectFrom('processes').select('id').execute()).map(({ id }) => id)
    expect(oldIds.length).toBe(2)
    const received = () => sink.messages().length

    const campaign = await startCampaign(installation, '<p>Hola</p>')
    const [user] = await db.selectFrom('accounts').select('id').execute()
    const hook = { url: 'https://tienda.example/', events: ['contact.event'] }
    await installation.post(`/users/${user?.id}/webhooks`, hook)
    const answers: Record<string, number> = {}
    // biome-ignore lint/suspicious/noExplicitAny: a test looks into bodies of every shape
    const ask = async (url: string, body?: unknown): Promise<any> => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const response = await fetch(url, {
        headers,
        ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
      })
      answers[response.status] = (answers[response.status] ?? 0) + 1
      return response.json()
    }
    const recorded: number[] = []
    const followed: number[] = []
    let cursor: string | undefined
    /** Reads what follows the last event that was read, from any process. */
    const follow = async (url: string): Promise<void> => {
      const after = cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`
      const page = await ask(
        `${url}/dashboard/events?order=asc&type=contact.event&limit=50${after}`,
      )
      if (page.length === 0) return
      for (const { data } of page) followed.push(data.properties.number)
      cursor = page.at(-1).cursor
      await follow(url)
    }
    let isAsking = true
    const asking = (async () => {
      for (let round = 0; isAsking; round++) {
        for (const { url } of running) {
          if (round % 2 === 0) await ask(`${url}/campaigns/${campaign}/stats`)
          else await ask(`${url}/lists`, { name: `Lista ${round} ${url}` })
          const number = recorded.push(recorded.length)
          const person = { email: 'cliente.1@correo.example', properties: { number: number - 1 } }
          await ask(`${url}/events`, { events: [{ name: 'visita', ...person }] })
          await follow(url)
        }
        await sleep(50)
      }
    })()
    // Awaited at the end, unless the test has failed before.
    asking.catch(() => undefined)
    await waitFor(() => received() > 200)

    const first = await serve(await freePort())
    running.add(first)
    const upgradedAt = Date.now()
    expect(first.lines.join('\n')).toContain('database of an older version is brought up to date')
    // Each old process sends on for a while.
    await waitFor(async () => {
      const rows = await db
        .selectFrom('processes')
        .select(['id', 'last_result_at'])
        .where('id', 'in', oldIds)
        .execute()
      return rows.length === 2 && rows.every((row) => row.last_result_at > upgradedAt + 1000)
    }, 30_000)
    expect(received()).toBeLessThan(count)

    for (const service of old) {
      running.delete(service)
      await sleep(100)
      expect(await service.stop()).toBe(0)
    }
    running.add(await serve(ports[0] ?? 0))
    await untilSent(installation, campaign)
    isAsking = false
    await asking
    expect(Object.keys(answers)).toEqual(['200'])
    const [last] = running
    await waitFor(async () => {
      await follow(last?.url ?? '')
      return followed.length >= recorded.length
    })
    expect(followed.sort((a, b) => a - b)).toEqual(recorded)
    const queued = await db.selectFrom('deliveries').select('event_id').distinct().execute()
    expect(queued.length).toBe(recorded.length)
    const outcome = await readOutcome(database.url, campaign, sink.messages())
    expect(outcome).toMatchObject({ lost: [], duplicates: [], states: { sent: count } })
    // Half of the results were counted by the old processes, with triggers.
    const figures = shownFigures(await selectCounts(db, Number(campaign)))
    expect(figures).toEqual(shownFigures(await walkedCounts(db, Number(campaign))))
    expect(old.flatMap(({ lines }) => lines.filter((line) => line.includes('"error"')))).toEqual([])

    await expect(serve(await freePort(), previous)).rejects.toThrow('newer')
  },
)
