import { expect, onTestFinished } from 'vitest'
import { onPostgres } from '../support/database/on-postgres.ts'
import { createPostgres } from '../support/database/postgres.ts'
import { createInstallation, startInstallation } from '../support/processes/installation.ts'
import { startSilentProxy } from '../support/silent-proxy.ts'
import { waitFor } from '../support/wait.ts'

const server = process.env.REMITE_TEST_DATABASE_URL ?? ''

onPostgres(
  'a stop ends as usual while the database refuses connections',
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
    const isLogged = (event: string) => service.lines.some((line) => line.includes(`"${event}"`))
    await waitFor(() => isLogged('the database cannot be reached'))
    expect(await service.stop()).toBe(0)
    expect(isLogged('stopped')).toBe(true)
  },
)
