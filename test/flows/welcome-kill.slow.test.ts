import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openDatabase } from '../../src/service/database/connect.ts'
import { createPostgres } from '../support/database/postgres.ts'
import { startSinkProcess } from '../support/mail/smtp-sink.ts'
import { createInstallation, startInstallation } from '../support/processes/installation.ts'
import { raiseLimits } from '../support/processes/interrupted-automation.ts'
import type { ServiceProcess } from '../support/processes/service-process.ts'
import { seededRandom } from '../support/random.ts'
import { waitFor } from '../support/wait.ts'

const rounds = 6
const server = process.env.REMITE_TEST_DATABASE_URL
const open = ['pending', 'deferred']

test('kill -9 while people join loses no welcome mail and sends none twice', {
  timeout: 300_000,
}, async () => {
  const database = server ? await createPostgres(server) : undefined
  const seed = Date.now()
  const random = seededRandom(seed)
  const installation = await createInstallation(0, database?.url)
  const { folder, post } = installation
  await raiseLimits(installation)
  const sink = await startSinkProcess(join(folder, 'welcomes.ndjson'))
  const services: ServiceProcess[] = []
  const start = async () => {
    services.push(await startInstallation(installation, { smtpUrl: sink.url }))
  }
  try {
    await start()
    const message = { name: 'welcome', asunto: 'Hola', html: '<p>Hola</p>' }
    const { id: template } = await post('/templates', message)
    const ofList = { name: 'Con bienvenida', welcome_template_id: template }
    const { id: list } = await post('/lists', ofList)
    let people = 0
    for (let round = 0; round < rounds; round++) {
      let isKilled = false
      let joined = 0
      const keepJoining = async () => {
        while (!isKilled) {
          const email = `p${++people}@correo.example`
          // The answer to the last request is lost with the service.
          await post(`/lists/${list}/contacts`, { email }).then(
            () => joined++,
            () => {},
          )
        }
      }
      const joining = Promise.all([keepJoining(), keepJoining(), keepJoining()])
      const enough = 5 + random() * 30
      await waitFor(() => joined > enough, 60_000)
      await sleep(random() * 50)
      await services.pop()?.kill()
      isKilled = true
      await joining
      await start()
    }
    await waitFor(async () => {
      const before = sink.messages().length
      await sleep(1500)
      if (sink.messages().length > before) return false
      await services.pop()?.stop()
      const isDone = await readRows((rows) => rows.waiting + rows.open === 0)
      if (!isDone) await start()
      return isDone
    }, 240_000)
    const mails = sink.messages().map(({ to }) => to[0])
    const { contacts, marks, sent, uncertain } = await readRows((rows) => rows)
    const when = `seed ${seed}: ${contacts} contacts`
    expect(contacts, when).toBeGreaterThan(rounds)
    expect([marks, sent + uncertain], when).toEqual([contacts, contacts])
    expect(new Set(mails).size, when).toBe(mails.length)
    // The service cannot know what the relay did with a message under way at the kill.
    expect(mails.length, when).toBeGreaterThanOrEqual(sent)
    expect(mails.length, when).toBeLessThanOrEqual(contacts)

    async function readRows<T>(read: (rows: Rows) => T): Promise<T> {
      const { db, close } = await openDatabase(database?.url ?? join(folder, 'remite.db'))
      try {
        // No process runs now, so none has to be taken for alive until its heartbeat is too old.
        await db.updateTable('processes').set({ alive_until: 0 }).execute()
        const recipients = await db.selectFrom('recipients').select('state').execute()
        const inState = (states: readonly string[]) =>
          recipients.filter(({ state }) => states.includes(state)).length
        const welcomes = await db.selectFrom('welcomes').select('next_at').execute()
        return read({
          contacts: (await db.selectFrom('contacts').select('id').execute()).length,
          marks: welcomes.length,
          waiting: welcomes.filter(({ next_at }) => next_at !== null).length,
          open: inState(open),
          sent: inState(['sent']),
          uncertain: inState(['uncertain']),
        })
      } finally {
        await close()
      }
    }
  } finally {
    await Promise.all(services.map((service) => service.kill()))
    await sink.stop()
    await database?.drop()
  }
})

interface Rows {
  contacts: number
  /** Of welcome mails, each for one contact. */
  marks: number
  waiting: number
  open: number
  sent: number
  uncertain: number
}
