import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase } from '../../src/service/database/connect.ts'
import { createPostgres } from '../support/database/postgres.ts'
import { startSinkProcess } from '../support/mail/smtp-sink.ts'
import {
  createInstallation,
  type Installation,
  startCampaign,
  startInstallation,
  untilSent,
} from '../support/processes/installation.ts'
import { waitFor } from '../support/wait.ts'

const server = process.env.REMITE_TEST_DATABASE_URL

/** Took 22 seconds for each recipient, and the process ignored SIGTERM meanwhile. */
const pairs = `{% assign a = (1..3000) %}{{ a | find_exp: "i", "a | find_exp: 'j', 'false'" }}`
/** Each message takes the whole budget and fails. */
const loops = '{% for i in (1..400) %}{% for j in (1..400) %}{{ i }}{% endfor %}{% endfor %}'

/** Writes campaigns with these templates into the stopped installation, as an earlier version did. */
async function queuePoisoned({ folder, database, list }: Installation): Promise<void> {
  const opened = await openDatabase(database ?? join(folder, 'remite.db'))
  const { db } = opened
  const drafts = await db
    .selectFrom('campaigns')
    .select('id')
    .where('status', '=', 'draft')
    .orderBy('id')
    .execute()
  for (const [index, { id }] of drafts.entries()) {
    const html = index % 2 === 0 ? pairs : loops
    await db.updateTable('campaigns').set({ html, status: 'queued' }).where('id', '=', id).execute()
  }
  expect(list).toBeGreaterThan(0)
  await opened.close()
}

test('a service starts, answers, sends others and stops with slow templates in its queue', {
  timeout: 240_000,
}, async () => {
  const database = server ? await createPostgres(server) : undefined
  const installation = await createInstallation(500, database?.url)
  const sink = await startSinkProcess(join(installation.folder, 'mail.ndjson'))
  try {
    const writing = await startInstallation(installation, { smtpUrl: sink.url })
    for (let count = 0; count < 4; count++) {
      await startCampaign(installation, '<p>Hola</p>', { draft: true })
    }
    await writing.stop()
    await queuePoisoned(installation)
    for (let round = 0; round < 2; round++) {
      const service = await startInstallation(installation, { smtpUrl: sink.url })
      const health = new URL('/health', installation.url)
      const waits: number[] = []
      let isOver = false
      const watching = (async () => {
        while (!isOver) {
          const start = performance.now()
          expect((await fetch(health)).status).toBe(200)
          waits.push(performance.now() - start)
        }
      })()
      const good = await startCampaign(installation, '<p>Hola {{ nombre }}</p>')
      await waitFor(async () => {
        const campaigns: { status: string; reason: string | null }[] = await installation.get(
          '/campaigns?status=paused',
        )
        return campaigns.filter(({ reason }) => reason === 'template').length === 4
      })
      await untilSent(installation, good)
      isOver = true
      await watching
      const sorted = waits.sort((a, b) => a - b)
      console.info('health, ms', {
        median: sorted[Math.floor(sorted.length / 2)],
        p99: sorted[Math.floor(sorted.length * 0.99)],
        requests: sorted.length,
      })
      // One message of the old kind took 22 s.
      expect(sorted.at(-1)).toBeLessThan(5000)
      const start = performance.now()
      expect(await service.stop()).toBe(0)
      expect(performance.now() - start).toBeLessThan(10_000)
    }
    expect(sink.messages()).toHaveLength(1000)
  } finally {
    await sink.stop()
    await database?.drop()
  }
})
