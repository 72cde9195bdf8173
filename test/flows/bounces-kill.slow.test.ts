import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase } from '../../src/service/database/connect.ts'
import { createPostgres } from '../support/database/postgres.ts'
import { deliveryReport, sendReport } from '../support/mail/bounces.ts'
import { startSinkProcess } from '../support/mail/smtp-sink.ts'
import { createInstallation, startCampaign, untilSent } from '../support/processes/installation.ts'
import { startServiceProcess } from '../support/processes/service-process.ts'
import { waitFor } from '../support/wait.ts'

const count = 200
const killAfter = 120
const atOnce = 8
const server = process.env.REMITE_TEST_DATABASE_URL

test('a report that the inbox accepted with 250 counts once, even if the service is killed then', {
  timeout: 120_000,
}, async () => {
  const database = server ? await createPostgres(server) : undefined
  const installation = await createInstallation(count, database?.url)
  const { folder, ports } = installation
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
    const campaign = await startCampaign(installation, '<p>Hola</p>')
    await untilSent(installation, campaign)
    const waiting = sink.messages()
    expect(waiting[0]?.from).toMatch(/^b-[0-9a-f]+@rebotes\.example$/)
    const acknowledged = new Set<string>()
    await Promise.all(Array.from({ length: atOnce }, sendOn))
    expect(acknowledged.size).toBeGreaterThanOrEqual(killAfter)
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
      // A bounce can also be stored without a reply, if the kill came between the two.
      expect(emails).toEqual(expect.arrayContaining([...acknowledged]))
      expect(new Set(emails).size).toBe(emails.length)
      expect(emails.length).toBeLessThanOrEqual(acknowledged.size + atOnce)
    } finally {
      await store.close()
    }

    async function sendOn(): Promise<void> {
      for (let next = waiting.pop(); next && acknowledged.size < killAfter; next = waiting.pop()) {
        const [address = ''] = next.to
        const answer = await sendReport(service.inboxPort, next.from, deliveryReport(address))
        if (answer.startsWith('250 ')) acknowledged.add(address)
      }
      await service.kill()
    }
  } finally {
    await service.kill()
    await sink.stop()
    await database?.drop()
  }
})
