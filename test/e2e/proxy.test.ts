import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { newFolder } from '../support/folder.ts'
import { freePort } from '../support/free-port.ts'
import { createAuthority, type Identity } from '../support/mail/certificates.ts'
import { startConnectProxy } from '../support/mail/connect-proxy.ts'

const host = 'mail.example'
const token = 'header.payload.signature'
const authority = createAuthority('An authority of our own')
const folder = newFolder()
const trusted = join(folder, 'authority.pem')
writeFileSync(trusted, authority.cert)

const open: (() => Promise<unknown> | unknown)[] = []
afterEach(async () => {
  for (const close of open.splice(0)) await close()
})

async function startHttps({ cert, key }: Identity) {
  const requests: { method: string; headers: IncomingHttpHeaders }[] = []
  const server = createServer({ cert, key }, ({ method = '', headers }, response) => {
    requests.push({ method, headers })
    response.writeHead(200, { 'content-type': 'application/json' }).end('[]')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  open.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo // An object, because the server listens on a port.
  return { port, requests }
}

async function startProxy(port: number, requires?: string) {
  const proxy = await startConnectProxy({ to: port, ...(requires !== undefined && { requires }) })
  open.push(proxy.close)
  return proxy
}

interface RunResult {
  code: number
  stdout: string
  stderr: string
}

/** Runs remite as a process, because Node reads the trusted certificates at startup. */
function remite(env: Record<string, string>, ...args: string[]): Promise<RunResult> {
  const all = [resolve('bin/remite.js'), ...args, '--retries', '0']
  const options = {
    env: {
      HOME: folder,
      LANG: 'en_US.UTF-8',
      REMITE_CONFIG_DIR: folder,
      REMITE_STATE_DIR: folder,
      REMITE_API_URL: `https://${host}/v3/api`,
      REMITE_TOKEN: token,
      ...env,
    },
  }
  return new Promise((done) => {
    execFile(process.execPath, all, options, (error, stdout, stderr) =>
      done({ code: error ? Number(error.code) : 0, stdout, stderr }),
    )
  })
}

const list = ['senders', 'list', '-o', 'ids']

test('only an encrypted connection to the target host goes through a proxy', async () => {
  const server = await startHttps(authority.issue(host))
  const proxy = await startProxy(server.port, `Basic ${btoa('ana:p@ss')}`)
  const result = await remite(
    {
      HTTPS_PROXY: `http://ana:p%40ss@127.0.0.1:${proxy.port}`,
      NODE_EXTRA_CA_CERTS: trusted,
    },
    ...list,
    '--debug',
  )
  expect(result, result.stderr).toMatchObject({ code: 0 })
  expect(proxy.requests.map(({ target }) => target)).toEqual([`${host}:443`])
  expect(server.requests[0]?.headers).toMatchObject({ authorization: `Bearer ${token}` })
  expect(server.requests[0]?.headers).not.toHaveProperty('proxy-authorization')
  expect(proxy.passed()).not.toContain(token)
  expect(result.stderr).not.toMatch(/p@ss|p%40ss/)
})

test('a host excluded from the proxy is reached directly', async () => {
  const server = await startHttps(authority.issue('localhost'))
  const proxy = await startProxy(server.port)
  const result = await remite(
    {
      HTTPS_PROXY: `http://127.0.0.1:${proxy.port}`,
      NO_PROXY: 'example.org,localhost',
      NODE_EXTRA_CA_CERTS: trusted,
      REMITE_API_URL: `https://localhost:${server.port}/v3/api`,
    },
    ...list,
  )
  expect(result, result.stderr).toMatchObject({ code: 0 })
  expect(proxy.requests).toEqual([])
  expect(server.requests).toHaveLength(1)
})

const week = 7 * 86_400_000
const from = new Date(Date.now() - 2 * week)

test.each([
  {
    what: 'of an unknown authority',
    identity: authority.issue(host),
    env: {},
    says: [/authority that this machine does not trust/, /NODE_EXTRA_CA_CERTS/],
  },
  {
    what: 'that has expired',
    identity: authority.issue(host, { from, until: new Date(Date.now() - week) }),
    env: { NODE_EXTRA_CA_CERTS: trusted },
    says: [/has expired/, /renew/],
  },
  {
    what: 'for another name',
    identity: authority.issue('other.example'),
    env: { NODE_EXTRA_CA_CERTS: trusted },
    says: [/another name/, /address/],
  },
])('a certificate $what explains itself, and nothing was sent', async ({ identity, env, says }) => {
  const server = await startHttps(identity)
  const proxy = await startProxy(server.port)
  const proxyEnv = { HTTPS_PROXY: `http://127.0.0.1:${proxy.port}`, ...env }
  for (const args of [list, ['lists', 'create', '--name', 'News']]) {
    const result = await remite(proxyEnv, ...args)
    expect(result).toMatchObject({ code: 11, stdout: '' })
    for (const sentence of [...says, host]) expect(result.stderr).toMatch(sentence)
  }
  expect(server.requests).toEqual([])
})

test('a server that does not speak TLS is reported as such', async () => {
  const plain = await startProxy(await freePort())
  const url = `https://127.0.0.1:${plain.port}/v3/api`
  const result = await remite({ REMITE_API_URL: url }, ...list)
  expect(result.code).toBe(11)
  expect(result.stderr).toMatch(/No encrypted connection/)
})

test('a proxy that refuses or is unreachable is named in the error', async () => {
  const proxy = await startProxy(await freePort(), 'Basic somebody')
  const refused = await remite({ HTTPS_PROXY: `http://127.0.0.1:${proxy.port}` }, ...list)
  expect(refused.code).toBe(11)
  expect(refused.stderr).toMatch(/proxy.*HTTP 407/)
  expect(refused.stderr).toContain('HTTPS_PROXY')
  const unreachable = `http://ana:hunter2@127.0.0.1:${await freePort()}`
  const lost = await remite(
    { HTTPS_PROXY: unreachable },
    'lists',
    'create',
    '--name',
    'News',
    '--debug',
  )
  expect(lost.code).toBe(11)
  expect(lost.stderr).toMatch(/proxy.*ECONNREFUSED/)
  expect(lost.stderr).not.toContain('hunter2')
})
