import { writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freePort } from '../../src/cli/processes.ts'
import { deliveryReport, sendReport } from '../support/bounces.ts'
import { createAuthority } from '../support/certificates.ts'
import { newFolder } from '../support/folder.ts'
import { remite } from '../support/remite.ts'
import { waitFor } from '../support/wait.ts'

const slowMs = 30_000
const name = 'mx.rebotes.example'
const report = deliveryReport('ana@correo.example')
const authority = createAuthority('An authority')
const identity = authority.issue(name)

/** The service as its operator starts it; what it ended with once it is stopped. */
async function serve(port: number, ...flags: string[]) {
  const stopping = new AbortController()
  const web = await freePort()
  const run = remite().with({ stopped: stopping.signal })
  const ended = run(
    ...['serve', '--folder', newFolder(), '--smtp', 'smtp://127.0.0.1:9', '--port', String(web)],
    ...['--bounce-listen', `127.0.0.1:${port}`, '--bounce-domain', 'rebotes.example'],
    ...flags,
  )
  await Promise.race([ended, waitFor(() => isListening(port), slowMs)])
  return {
    stop() {
      stopping.abort('SIGTERM')
      return ended
    },
  }
}

const isListening = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true)).once('error', () =>
      resolve(false),
    )
    socket.once('connect', () => socket.destroy())
  })

/** Two files of this content. */
function filesOf(cert: string, key: string): string[] {
  const folder = newFolder()
  writeFileSync(join(folder, 'cert.pem'), cert)
  writeFileSync(join(folder, 'key.pem'), key, { mode: 0o600 })
  return [
    '--bounce-tls-cert',
    join(folder, 'cert.pem'),
    '--bounce-tls-key',
    join(folder, 'key.pem'),
  ]
}

const trust = { ca: authority.cert, servername: name }
const toComplaints = 'fbl@rebotes.example'

test('with a certificate the inbox takes reports by STARTTLS, and without it still those in the clear', {
  timeout: slowMs,
}, async () => {
  const port = await freePort()
  const service = await serve(port, ...filesOf(identity.cert, identity.key))
  expect(await sendReport(port, toComplaints, report, trust)).toMatch(/^250/)
  const stranger = createAuthority('Somebody else').cert
  const distrustful = { ca: stranger, servername: name }
  expect(await sendReport(port, toComplaints, report, distrustful)).not.toMatch(/^250/)
  expect(await sendReport(port, toComplaints, report)).toMatch(/^250/)
  expect((await service.stop()).code).toBe(0)
})

test('without a certificate STARTTLS is not offered', { timeout: slowMs }, async () => {
  const port = await freePort()
  const service = await serve(port)
  expect(await sendReport(port, toComplaints, report, trust)).not.toMatch(/^250/)
  expect(await sendReport(port, toComplaints, report)).toMatch(/^250/)
  expect((await service.stop()).code).toBe(0)
})

test('a certificate that cannot be used is told at the start, before anything listens', {
  timeout: slowMs,
}, async () => {
  const told = async (...flags: string[]) => {
    const { code, stderr } = await (await serve(await freePort(), ...flags)).stop()
    expect(code, stderr).toBe(2)
    return stderr
  }
  const { cert, key } = identity
  const cannot = 'cannot be used for TLS together'
  expect(await told(...filesOf(cert, authority.issue(name).key))).toContain(cannot)
  expect(await told(...filesOf('not a certificate', key))).toContain(cannot)
  expect(await told(...filesOf(cert, ''))).toContain(cannot)
  const [certFlag = '', path = '', ...keyFlag] = filesOf(cert, key)
  expect(await told(certFlag, path)).toContain('--bounce-tls-key')
  expect(await told(...keyFlag)).toContain('--bounce-tls-cert')
  expect(await told(certFlag, `${path}.gone`, ...keyFlag)).toContain('cert.pem.gone')
})
