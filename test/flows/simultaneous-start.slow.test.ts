import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { connect } from '../../src/service/database/connect.ts'
import { onPostgres } from '../support/database/on-postgres.ts'
import { createPostgres } from '../support/database/postgres.ts'
import { newFolder } from '../support/folder.ts'
import { freePort } from '../support/free-port.ts'
import { startSinkProcess } from '../support/mail/smtp-sink.ts'
import {
  createInstallation,
  startCampaign,
  startInstallation,
} from '../support/processes/installation.ts'
import { type ServiceProcess, startServiceProcess } from '../support/processes/service-process.ts'
import { waitFor } from '../support/wait.ts'

const smtpUrl = 'smtp://127.0.0.1:9'

interface Starts {
  services: ServiceProcess[]
  refusals: string[]
}

/** Starts this many services at the same moment. */
async function startTogether(count: number, folder: string, database?: string): Promise<Starts> {
  const starts = Array.from({ length: count }, async () =>
    startServiceProcess({ folder, database, smtpUrl, port: await freePort() }),
  )
  const settled = await Promise.allSettled(starts)
  return {
    services: settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])),
    refusals: settled.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : [])),
  }
}

test('of two services that start at once on a file, exactly one runs, whatever is left', async () => {
  const folder = newFolder()
  // Left by an earlier version, of a process that is gone.
  writeFileSync(join(folder, 'remite.db.lock'), '999999')
  for (let round = 0; round < 15; round++) {
    const { services, refusals } = await startTogether(2, folder)
    expect([services.length, refusals.length]).toEqual([1, 1])
    expect(refusals[0]).toMatch(/Another service is using this database.*since 2/s)
    // A kill leaves everything as a power cut does.
    for (const service of services) await service.kill()
  }
}, 240_000)

onPostgres(
  'of two services that start at once on an empty server, both run',
  async () => {
    for (let round = 0; round < 6; round++) {
      const { url, drop } = await createPostgres(process.env.REMITE_TEST_DATABASE_URL ?? '')
      const { services, refusals } = await startTogether(2, newFolder(), url)
      expect(refusals).toEqual([])
      expect(services.filter(({ firstAccount }) => firstAccount)).toHaveLength(1)
      for (const service of services) await service.kill()
      await drop()
    }
  },
  240_000,
)

onPostgres(
  'processes that start in the same instant keep to the rate of the relay from the first message',
  async () => {
    const rate = 10
    const gate = 4711
    const { url: database, drop } = await createPostgres(process.env.REMITE_TEST_DATABASE_URL ?? '')
    onTestFinished(drop)
    const installation = await createInstallation(600, database)
    const { folder } = installation
    const held = await startInstallation(installation, { flags: ['--hold'] })
    await startCampaign(installation, '<p>Hola</p>')
    await held.stop()
    const sink = await startSinkProcess(join(folder, 'sent.ndjson'))
    onTestFinished(sink.stop)
    const { db, close } = connect(database)
    onTestFinished(close)

    const flags = ['--relay-rate', String(rate)]
    let starting: Promise<ServiceProcess[]> | undefined
    // No process sees the others when it first shows that it is there: each statement began before the others ended.
    for (const statement of [
      `create function wait_for_others() returns trigger language plpgsql as
        $$ begin perform pg_advisory_xact_lock_shared(${gate}); return new; end $$`,
      `create trigger wait_for_others before insert on processes
        for each row execute function wait_for_others()`,
    ]) {
      await sql.raw(statement).execute(db)
    }
    await db.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(${sql.lit(gate)})`.execute(tx)
      const starts = Array.from({ length: 3 }, async () =>
        startServiceProcess({ folder, database, smtpUrl: sink.url, port: await freePort(), flags }),
      )
      starting = Promise.all(starts)
      starting.catch(() => undefined)
      await waitFor(async () => (await countWaiting()) === 3, 60_000)
    })
    const services = (await starting) ?? []
    onTestFinished(async () => {
      for (const service of services) await service.kill()
    })
    await waitFor(() => sink.messages().length >= 150, 60_000)
    const times = sink.messages().map(({ at }) => at)
    const first = Math.min(...times)
    for (const at of times) {
      const count = times.filter((time) => time <= at).length
      // Two seconds are saved up while nothing is sent, and the first message may arrive a second late.
      expect(count).toBeLessThanOrEqual(rate * ((at - first) / 1000 + 3))
    }

    async function countWaiting(): Promise<number> {
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from pg_locks
        where locktype = 'advisory' and objid = ${gate} and not granted
      `.execute(db)
      return Number(rows[0]?.count)
    }
  },
  240_000,
)
