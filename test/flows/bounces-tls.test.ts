import { writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newFolder } from '../support/folder.ts'
import { freePort } from '../support/free-port.ts'
import { deliveryReport, sendReport } from '../support/mail/bounces.ts'
import { createAuthority } from '../support/mail/certificates.ts'
import { remite } from '../support/remite.ts'
import { waitFor } from '../support/wait.ts'

const slowMs = 30_000
const name = 'mx.rebotes.example'
const report = deliveryReport('ana@correo.example')
const authority = createAuthority('An authority')
const identity = authority.issue(name)

/** Starts the service as an operator does. `stop` returns the result of the run. */
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

/** Writes a certificate and a key file and returns the flags that name them. */
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

test('with a certificate the inbox accepts reports by STARTTLS and still accepts plain ones', {
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

test('an unusable certificate is reported at start, before anything listens', {
  timeout: slowMs,
}, async () => {
  const serveError = async (...flags: string[]) => {
    const { code, stderr } = await (await serve(await freePort(), ...flags)).stop()
    expect(code, stderr).toBe(2)
    return stderr
  }
  const { cert, key } = identity
  const cannot = 'cannot be used together for TLS'
  expect(await serveError(...filesOf(cert, authority.issue(name).key))).toContain(cannot)
  expect(await serveError(...filesOf('not a certificate', key))).toContain(cannot)
  expect(await serveError(...filesOf(cert, ''))).toContain(cannot)
  const [certFlag = '', path = '', ...keyFlag] = filesOf(cert, key)
  expect(await serveError(certFlag, path)).toContain('--bounce-tls-key')
  expect(await serveError(...keyFlag)).toContain('--bounce-tls-cert')
  expect(await serveError(certFlag, `${path}.gone`, ...keyFlag)).toContain('cert.pem.gone')
})
