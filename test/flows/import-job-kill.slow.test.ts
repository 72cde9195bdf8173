import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openDatabase } from '../../src/service/database/connect.ts'
import { createPostgres } from '../support/database/postgres.ts'
import { newFolder } from '../support/folder.ts'
import { freePort } from '../support/free-port.ts'
import { callApi, startServiceProcess } from '../support/processes/service-process.ts'
import { seededRandom } from '../support/random.ts'
import { waitFor } from '../support/wait.ts'

const rows = 20_000
const kills = 3
const server = process.env.REMITE_TEST_DATABASE_URL

const isBad = (n: number): boolean => n % 100 === 7
const addressOf = (n: number): string => (isBad(n) ? `bad ${n}` : `p${n}@example.org`)
const file = `email,nombre\n${Array.from({ length: rows }, (_, n) => `${addressOf(n)},Person ${n}\n`).join('')}`

test('kill -9 of the service during an import: every row is there once', {
  timeout: 180_000,
}, async () => {
  const database = server ? await createPostgres(server) : undefined
  const seed = Date.now()
  const random = seededRandom(seed)
  const folder = newFolder()
  const port = await freePort()
  const start = () =>
    startServiceProcess({ folder, database: database?.url, smtpUrl: 'smtp://127.0.0.1:9', port })
  let service = await start()
  try {
    const { url, firstAccount } = service
    const { token } = await callApi(`${url}/auth/getToken`, { method: 'POST', body: firstAccount })
    const { id: list } = await callApi(`${url}/lists`, {
      method: 'POST',
      body: { name: 'Killed' },
      token,
    })
    const sent = await fetch(`${url}/lists/${list}/import`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv' },
      body: file,
    })
    const { job_id: id } = (await sent.json()) as { job_id: number }
    const getJob = () => callApi(`${url}/lists/${list}/jobs/${id}`, { token })
    const processed: number[] = []
    for (let kill = 0; kill < kills; kill++) {
      const before = (await getJob()).processed
      await waitFor(async () => (await getJob()).processed > before, 150_000)
      await sleep(random() * 50)
      await service.kill()
      if (database) await expireLeases(database.url)
      service = await start()
      processed.push((await getJob()).processed)
    }
    const when = `seed ${seed}, killed at ${processed.join(', ')}`
    await waitFor(async () => (await getJob()).finished_at !== null, 150_000)
    const bad = Array.from({ length: rows }, (_, n) => n).filter(isBad)
    expect(processed.at(-1), when).toBeLessThan(rows)
    expect(await getJob(), when).toMatchObject({
      status: 'done',
      total: rows,
      processed: rows,
      created: rows - bad.length,
      updated: 0,
      failed: bad.length,
      found: { duplicates: 0 },
    })
    expect((await callApi(`${url}/lists/${list}`, { token })).contacts).toBe(rows - bad.length)
    const errors = await fetch(`${url}/lists/${list}/jobs/${id}/errors`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const lines = (await errors.text()).trim().split('\r\n').slice(1)
    expect(lines.map((line) => line.split(',')[0])).toEqual(bad.map(addressOf))
  } finally {
    await service.kill()
    await database?.drop()
  }
})

/** Ends all leases of jobs, as if the minutes of a lease had passed. */
async function expireLeases(url: string): Promise<void> {
  const { db, close } = await openDatabase(url)
  await db.updateTable('jobs').set({ lease_until: 0 }).where('status', '=', 'running').execute()
  await close()
}
