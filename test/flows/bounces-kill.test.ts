import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase } from '../../src/service/database/connect.ts'
import { deliveryReport, sendReport } from '../support/bounces.ts'
import { createPostgres } from '../support/postgres.ts'
import { startServiceProcess } from '../support/process.ts'
import { startSinkProcess } from '../support/smtp-sink.ts'
import { beginCampaign, setStage, untilSent } from '../support/stage.ts'
import { waitFor } from '../support/wait.ts'

const count = 200
const killAfter = 120
const atOnce = 8
const server = process.env.REMITE_TEST_DATABASE_URL

test('what the inbox answered 250 to is counted once, though the service is killed at that moment', {
  timeout: 120_000,
}, async () => {
  const database = server ? await createPostgres(server) : undefined
  const stage = await setStage(count, database?.url)
  const { folder, ports } = stage
  const sink = await startSinkProcess(join(folder, 'sunk.ndjson'))
  const flags = ['--bounce-listen', '127.0.0.1:0', '--bounce-domain', 'Rebotes.example']
  const start = () =>
    startServiceProcess({
      folder,
      database: database?.url,
      smtpUrl: sink.url,
      port: ports[0] ?? 0,
      flags,
    })
  let service = await start()
  try {
    const campaign = await beginCampaign(stage, '<p>Hola</p>')
    await untilSent(stage, campaign)
    const waiting = sink.messages()
    expect(waiting[0]?.from).toMatch(/^b-[0-9a-f]+@rebotes\.example$/)
    const kept = new Set<string>()
    await Promise.all(Array.from({ length: atOnce }, sendOn))
    expect(kept.size).toBeGreaterThanOrEqual(killAfter)
    expect(waiting).not.toEqual([])

    service = await start()
    const store = await openDatabase(database?.url ?? join(folder, 'remite.db'))
    try {
      const { db } = store
      const unread = db.selectFrom('inbox').select('id').where('handled_at', 'is', null)
      await waitFor(async () => (await unread.execute()).length === 0)
      const bounced = await db
        .selectFrom('contact_history as h')
        .innerJoin('contacts as c', 'c.id', 'h.contact_id')
        .select('c.email')
        .where('h.type', '=', 'bounce')
        .execute()
      const emails = bounced.map(({ email }) => email)
      // One that was written and not yet answered is there too.
      expect(emails).toEqual(expect.arrayContaining([...kept]))
      expect(new Set(emails).size).toBe(emails.length)
      expect(emails.length).toBeLessThanOrEqual(kept.size + atOnce)
    } finally {
      await store.close()
    }

    async function sendOn(): Promise<void> {
      for (let next = waiting.pop(); next && kept.size < killAfter; next = waiting.pop()) {
        const [address = ''] = next.to
        const answer = await sendReport(service.inboxPort, next.from, deliveryReport(address))
        if (answer.startsWith('250 ')) kept.add(address)
      }
      await service.kill()
    }
  } finally {
    await service.kill()
    await sink.stop()
    await database?.drop()
  }
})
