import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../src/service/database/connect.ts'
import { createPostgres } from '../support/database/postgres.ts'
import { newFolder } from '../support/folder.ts'
import { freePort } from '../support/free-port.ts'
import { startSinkProcess } from '../support/mail/smtp-sink.ts'
import {
  createInstallation,
  startCampaign,
  startInstallation,
  untilSent,
} from '../support/processes/installation.ts'
import { maxUncertain } from '../support/processes/interrupted-send.ts'
import { hasPooler, type Pooler, startPooler } from '../support/processes/pooler.ts'
import { startServiceProcess } from '../support/processes/service-process.ts'
import { remite } from '../support/remite.ts'
import { waitFor } from '../support/wait.ts'

const server = process.env.REMITE_TEST_DATABASE_URL ?? ''
const count = 3000
const imported = 2000
const newKey = 'another master key, which is long enough'

describe.skipIf(server === '' || !hasPooler)('behind a pooler in transaction mode', () => {
  let pooler: Pooler
  beforeAll(async () => {
    pooler = await startPooler(server)
  })
  afterAll(() => pooler.stop())

  /** Creates a database. `url` goes through the pooler, `direct` does not. */
  async function newDatabase(): Promise<{ url: string; direct: string }> {
    const { url: direct, drop } = await createPostgres(server)
    onTestFinished(drop)
    return { url: pooler.through(direct), direct }
  }

  const rekey = (url: string) =>
    remite().with({
      stdin: `${newKey}\n`,
      env: { REMITE_DATABASE_URL: url, REMITE_MASTER_KEY: 'a master key for tests' },
    })('database', 'rekey', '--new-key-stdin', '-o', 'json')

  test('processes that start at once on an empty database all run, and so do later ones', async () => {
    for (let round = 0; round < 3; round++) {
      const { url } = await newDatabase()
      const start = async () => {
        const service = await startServiceProcess({
          ...{ folder: newFolder(), database: url, smtpUrl: 'smtp://127.0.0.1:9' },
          port: await freePort(),
        })
        onTestFinished(() => service.kill())
        return service
      }
      const services = await Promise.all([start(), start(), start()])
      services.push(await start())
      expect(services.filter(({ firstAccount }) => firstAccount)).toHaveLength(1)
      expect(await Promise.all(services.map(({ stop }) => stop()))).toEqual([0, 0, 0, 0])
      expect(await sessionLocks(url)).toEqual([])
    }
  }, 240_000)

  test('an import, a campaign and the death of a process give the same as without it', async () => {
    const { url: database } = await newDatabase()
    const installation = await createInstallation(count, database)
    const { folder, ports, list, token, url } = installation
    const sink = await startSinkProcess(join(folder, 'sent.ndjson'), { answerMs: 5 })
    onTestFinished(sink.stop)
    const start = (port: number) =>
      startServiceProcess({ folder, database, smtpUrl: sink.url, port })
    const [living, victim] = await Promise.all(ports.map(start))
    onTestFinished(async () => {
      await living?.kill()
      await victim?.kill()
    })
    const file = join(folder, 'people.csv')
    const rows = Array.from({ length: imported }, (_, at) => `persona.${at}@correo.example`)
    writeFileSync(file, `email\n${rows.join('\n')}\n`)
    const { code, stderr } = await remite({ url, token })(
      ...['lists', 'import', file, '--list', String(list)],
    )
    expect(code, stderr).toBe(0)
    const campaign = await startCampaign(installation, '<p>Hola</p>')
    await waitFor(() => sink.messages().length > 200)
    await victim?.kill()
    const killedAt = performance.now()
    await untilSent(installation, campaign)
    expect(performance.now() - killedAt).toBeLessThan(90_000)
    const stats = await installation.get(`/campaigns/${campaign}/stats`)
    expect(stats).toMatchObject({ recipients: count + imported, pending: 0 })
    expect(stats.uncertain).toBeLessThanOrEqual(maxUncertain)
    const delivered = sink.messages().flatMap(({ to }) => to)
    expect(new Set(delivered).size).toBe(delivered.length)
    expect(delivered.length + stats.uncertain).toBeGreaterThanOrEqual(count + imported)
  }, 240_000)

  test('the keys are changed without a service, and not under a living one', async () => {
    const { url, direct } = await newDatabase()
    const installation = await createInstallation(1, url)
    const service = await startInstallation(installation, { flags: ['--hold'] })
    onTestFinished(() => service.kill())
    for (const source of [url, direct]) {
      const refused = await rekey(source)
      expect(JSON.parse(refused.stderr).error.code).toBe('keys_in_use')
    }
    expect(await service.stop()).toBe(0)
    const changed = await rekey(url)
    expect(changed.code, changed.stderr).toBe(0)
    expect(await sessionLocks(url)).toEqual([])
  }, 120_000)
})

/** The locks that sessions of the server hold on this database although no one waits for anything. */
async function sessionLocks(source: string): Promise<unknown[]> {
  const { db, close } = await openDatabase(source)
  const { rows } = await sql`select mode, pid from pg_locks where locktype = 'advisory'
    and database = (select oid from pg_database where datname = current_database())`.execute(db)
  await close()
  return rows
}
