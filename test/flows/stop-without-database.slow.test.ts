import { expect, onTestFinished } from 'vitest'
import { onPostgres } from '../support/database/on-postgres.ts'
import { createPostgres } from '../support/database/postgres.ts'
import { createInstallation, startInstallation } from '../support/processes/installation.ts'
import { startSilentProxy } from '../support/silent-proxy.ts'
import { waitFor } from '../support/wait.ts'

const server = process.env.REMITE_TEST_DATABASE_URL ?? ''

onPostgres(
  'while the database refuses connections, that is one line, requests get a 503, and a stop ends as usual',
  {
    timeout: 60_000,
  },
  async () => {
    const database = await createPostgres(server)
    onTestFinished(database.drop)
    const installation = await createInstallation(1, database.url)
    const url = new URL(database.url)
    const proxy = await startSilentProxy({ host: url.hostname, port: Number(url.port) })
    url.port = String(proxy.port)
    const service = await startInstallation({ ...installation, database: url.href })
    onTestFinished(service.kill)
    await proxy.close()
    const logged = () =>
      service.lines.flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : []))
    for (let request = 0; request < 5; request++) {
      await expect(installation.get('/lists')).rejects.toThrow('503')
    }
    await waitFor(() => logged().some(({ event }) => event === 'the database cannot be reached'))
    const errors = logged().filter(({ level }) => level === 'error')
    expect(errors.map(({ event }) => event)).toEqual(['the database cannot be reached'])
    expect(await service.stop()).toBe(0)
    expect(logged().at(-1)).toMatchObject({ event: 'stopped' })
  },
)
