import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freePort } from '../../src/cli/host/processes.ts'
import { onPostgres } from '../support/database/on-postgres.ts'
import { createPostgres } from '../support/database/postgres.ts'
import { newFolder } from '../support/folder.ts'
import { type ServiceProcess, startServiceProcess } from '../support/processes/service-process.ts'

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
