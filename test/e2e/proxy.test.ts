import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { freePort } from '../../src/cli/processes.ts'
import { createAuthority, type Identity } from '../support/certificates.ts'
import { startConnectProxy } from '../support/connect-proxy.ts'
import { newFolder } from '../support/folder.ts'

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
  const heard: { method: string; headers: IncomingHttpHeaders }[] = []
  const server = createServer({ cert, key }, ({ method = '', headers }, response) => {
    heard.push({ method, headers })
    response.writeHead(200, { 'content-type': 'application/json' }).end('[]')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  open.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo // listening on a port, not on a pipe
  return { port, heard }
}

async function startProxy(to: number, requires?: string) {
  const proxy = await startConnectProxy({ to, ...(requires !== undefined && { requires }) })
  open.push(proxy.close)
  return proxy
}

interface Ran {
  code: number
  stdout: string
  stderr: string
}

/** A process of its own: what it trusts is decided when it starts. */
function remite(env: Record<string, string>, ...words: string[]): Promise<Ran> {
  const all = [resolve('bin/remite.js'), ...words, '--retries', '0']
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

test('through a proxy goes nothing but an encrypted connection to the host itself', async () => {
  const server = await startHttps(authority.issue(host))
  const proxy = await startProxy(server.port, `Basic ${btoa('ana:p@ss')}`)
  const ran = await remite(
    {
      HTTPS_PROXY: `http://ana:p%40ss@127.0.0.1:${proxy.port}`,
      NODE_EXTRA_CA_CERTS: trusted,
    },
    ...list,
    '--debug',
  )
  expect(ran, ran.stderr).toMatchObject({ code: 0 })
  expect(proxy.asked.map(({ target }) => target)).toEqual([`${host}:443`])
  expect(server.heard[0]?.headers).toMatchObject({ authorization: `Bearer ${token}` })
  expect(server.heard[0]?.headers).not.toHaveProperty('proxy-authorization')
  expect(proxy.passed()).not.toContain(token)
  expect(ran.stderr).not.toMatch(/p@ss|p%40ss/)
})

test('a host that is excepted is reached without the proxy', async () => {
  const server = await startHttps(authority.issue('localhost'))
  const proxy = await startProxy(server.port)
  const ran = await remite(
    {
      HTTPS_PROXY: `http://127.0.0.1:${proxy.port}`,
      NO_PROXY: 'example.org,localhost',
      NODE_EXTRA_CA_CERTS: trusted,
      REMITE_API_URL: `https://localhost:${server.port}/v3/api`,
    },
    ...list,
  )
  expect(ran, ran.stderr).toMatchObject({ code: 0 })
  expect(proxy.asked).toEqual([])
  expect(server.heard).toHaveLength(1)
})

const week = 7 * 86_400_000
const from = new Date(Date.now() - 2 * week)

test.each([
  {
    what: 'of an unknown authority',
    identity: authority.issue(host),
    env: {},
    says: [/authority that this machine does not know/, /NODE_EXTRA_CA_CERTS/],
  },
  {
    what: 'that has expired',
    identity: authority.issue(host, { from, until: new Date(Date.now() - week) }),
    env: { NODE_EXTRA_CA_CERTS: trusted },
    says: [/has expired/, /renew/],
  },
  {
    what: 'of another name',
    identity: authority.issue('other.example'),
    env: { NODE_EXTRA_CA_CERTS: trusted },
    says: [/another name/, /address/],
  },
])('a certificate $what explains itself, and nothing was sent', async ({ identity, env, says }) => {
  const server = await startHttps(identity)
  const proxy = await startProxy(server.port)
  const way = { HTTPS_PROXY: `http://127.0.0.1:${proxy.port}`, ...env }
  for (const words of [list, ['lists', 'create', '--name', 'News']]) {
    const ran = await remite(way, ...words)
    expect(ran).toMatchObject({ code: 11, stdout: '' })
    for (const sentence of [...says, host]) expect(ran.stderr).toMatch(sentence)
  }
  expect(server.heard).toEqual([])
})

test('what speaks no TLS is named so', async () => {
  const plain = await startProxy(await freePort())
  const url = `https://127.0.0.1:${plain.port}/v3/api`
  const ran = await remite({ REMITE_API_URL: url }, ...list)
  expect(ran.code).toBe(11)
  expect(ran.stderr).toMatch(/No encrypted connection/)
})

test('a proxy that refuses, or is not there, is what is named', async () => {
  const proxy = await startProxy(await freePort(), 'Basic somebody')
  const refused = await remite({ HTTPS_PROXY: `http://127.0.0.1:${proxy.port}` }, ...list)
  expect(refused.code).toBe(11)
  expect(refused.stderr).toMatch(/proxy.*HTTP 407/)
  expect(refused.stderr).toContain('HTTPS_PROXY')
  const gone = `http://ana:hunter2@127.0.0.1:${await freePort()}`
  const lost = await remite({ HTTPS_PROXY: gone }, 'lists', 'create', '--name', 'News', '--debug')
  expect(lost.code).toBe(11)
  expect(lost.stderr).toMatch(/proxy.*ECONNREFUSED/)
  expect(lost.stderr).not.toContain('hunter2')
})
