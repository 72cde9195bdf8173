import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { newFolder } from '../support/folder.ts'
import { freePort } from '../support/free-port.ts'
import { remiteIn } from '../support/processes/binary.ts'
import { startServiceProcess } from '../support/processes/service-process.ts'

const noRelay = 'smtp://127.0.0.1:9'

test('a sandbox that cannot start says why', async () => {
  const port = await takenPort()
  const remite = remiteIn(newFolder())
  const { code, stderr } = await remite(['sandbox', 'start', '--port', String(port)])
  expect(code).toBe(1)
  expect(stderr).toContain('sandbox could not be started')
  expect(stderr.replace(/\s+/g, ' ')).toContain(`already listening there: 127.0.0.1:${port}`)
})

test('a service that cannot listen does not use up the password of the first account', async () => {
  const port = await takenPort()
  const folder = join(newFolder(), 'service')
  const remite = remiteIn(newFolder())
  const where = ['--folder', folder, '--smtp', noRelay]
  const env = { REMITE_MASTER_KEY: 'a master key for tests' }
  const refused = await remite(['serve', ...where, '--port', String(port)], { env })
  expect(refused.stderr).toContain(`127.0.0.1:${port}`)
  const service = await startServiceProcess({ folder, smtpUrl: noRelay, port: await freePort() })
  expect(service.firstAccount?.username).toBe('admin')
  expect(await service.stop()).toBe(0)
})

/** A port of loopback on which another program listens. */
async function takenPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}
