import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { systemClock } from '../../../../src/core/clock.ts'
import { createOutbound, isPublicUrl } from '../../../../src/service/outbound.ts'
import { testClock } from '../../../support/clock.ts'
import { freePort } from '../../../support/free-port.ts'
import { waitFor } from '../../../support/wait.ts'

const open: (() => unknown)[] = []
afterEach(async () => {
  for (const close of open.splice(0)) await close()
})

async function listening(server: ReturnType<typeof createTcpServer>) {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  open.push(() => server.close())
  return (server.address() as AddressInfo).port
}

const message = { headers: { 'content-type': 'application/json' }, body: '{}' }

function door({ allowsPrivate = true, addresses = ['127.0.0.1'], clock = systemClock } = {}) {
  const asked: string[] = []
  const resolver = {
    addresses: async (name: string) => {
      asked.push(name)
      return addresses
    },
  }
  const outbound = createOutbound({ resolver, clock, allowsPrivate })
  open.push(outbound.close)
  return {
    asked,
    post: (url: string, stop?: AbortSignal) => outbound.post({ url, ...message }, stop),
    get: outbound.get,
  }
}

test.each(['https://hooks.example/in?x=1', 'https://8.8.8.8/', 'https://[2606:4700::1111]/'])(
  '%s may be asked',
  (url) => {
    expect(isPublicUrl(url)).toBe(true)
  },
)

test.each([
  'http://hooks.example/',
  'ftp://hooks.example/',
  'https://user:pass@hooks.example/',
  'https://localhost/',
  'https://LOCALHOST./',
  'https://a.localhost/',
  'https://127.0.0.1/',
  'https://2130706433/',
  'https://0x7f.1/',
  'https://0/',
  'https://10.1.2.3/',
  'https://100.64.0.1/',
  'https://169.254.169.254/latest/meta-data',
  'https://172.31.255.255/',
  'https://192.168.1.1/',
  'https://198.19.0.1/',
  'https://224.0.0.1/',
  'https://255.255.255.255/',
  'https://[::1]/',
  'https://[::]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[::ffff:8.8.8.8]/',
  'https://[64:ff9b::a00:1]/',
  'https://[fd00::1]/',
  'https://[fe80::1]/',
  'https://[ff02::1]/',
  'https://[2002:7f00:1::]/',
  'https://[2001:db8::1]/',
  'no address at all',
])('%s may not', (url) => {
  expect(isPublicUrl(url)).toBe(false)
})

test('a name with one private address among public ones is not asked', async () => {
  const { asked, post, get } = door({ allowsPrivate: false, addresses: ['8.8.8.8', '10.0.0.1'] })
  expect(await post('https://hooks.example/')).toEqual({ fault: 'not_public' })
  expect(await get('https://hooks.example/')).toEqual({ fault: 'not_public' })
  expect(await get('https://127.0.0.1/')).toEqual({ fault: 'not_public' })
  expect(asked).toEqual(['hooks.example', 'hooks.example'])
})

test('the connection goes to the address that was checked, and the name stays in the request', async () => {
  const hosts: (string | undefined)[] = []
  const server = createServer((request, response) => {
    hosts.push(request.headers.host)
    response.writeHead(204).end()
  })
  const port = await listening(server)
  const { asked, post } = door()
  expect(await post(`http://hooks.example:${port}/`)).toEqual({ status: 204 })
  expect(hosts).toEqual([`hooks.example:${port}`])
  expect(asked).toEqual(['hooks.example'])
})

test('a name without an address, or a port where nobody listens, is told apart', async () => {
  expect(await door({ addresses: [] }).post('http://nobody.example/')).toEqual({
    fault: 'name_unknown',
  })
  expect(await door().post(`http://127.0.0.1:${await freePort()}/`)).toEqual({ fault: 'refused' })
})

test('a redirect is not followed', async () => {
  let calls = 0
  const server = createServer((_, response) => {
    calls++
    response.writeHead(302, { location: '/elsewhere' }).end()
  })
  const port = await listening(server)
  expect(await door().post(`http://127.0.0.1:${port}/`)).toEqual({ status: 302 })
  expect(calls).toBe(1)
})

test('who says yes and then drips has said yes, and holds the connection for a second', async () => {
  const clock = testClock()
  const server = createServer((_, response) => void response.writeHead(200).write('x'))
  const port = await listening(server)
  const sockets = () =>
    new Promise((resolve) => server.getConnections((_, count) => resolve(count)))
  const { post } = door({ clock })
  const stopping = new AbortController()
  const answers = [
    post(`http://127.0.0.1:${port}/`),
    post(`http://127.0.0.1:${port}/`, stopping.signal),
  ]
  await waitFor(async () => (await sockets()) === 2)
  await systemClock.sleep(500)
  stopping.abort()
  expect(await answers[1]).toEqual({ status: 200 })
  clock.advance(1000)
  expect(await answers[0]).toEqual({ status: 200 })
  await waitFor(async () => (await sockets()) === 0)
})

test('of an endless answer a little is read, and its status counts', async () => {
  let isOver = false
  const server = createServer((_, response) => {
    response.writeHead(200)
    const pour = () => {
      while (!isOver && response.write('x'.repeat(16_384)));
      if (!isOver) response.once('drain', pour)
    }
    response.once('close', () => {
      isOver = true
    })
    pour()
  })
  const port = await listening(server)
  expect(await door().post(`http://127.0.0.1:${port}/`)).toEqual({ status: 200 })
  await waitFor(() => isOver)
})

test('who says nothing is left after ten seconds, and at once when we stop', async () => {
  let calls = 0
  const port = await listening(createServer(() => calls++))
  const clock = testClock()
  const { post } = door({ clock })
  const late = post(`http://127.0.0.1:${port}/`)
  await waitFor(() => calls === 1)
  clock.advance(9999)
  clock.advance(1)
  expect(await late).toEqual({ fault: 'timed_out' })
  const stopping = new AbortController()
  const stopped = post(`http://127.0.0.1:${port}/`, stopping.signal)
  await waitFor(() => calls === 2)
  stopping.abort()
  expect(await stopped).toEqual({ fault: 'stopped' })
})

test('what answers no TLS, or no HTTP, is an error with a name', async () => {
  const port = await listening(createTcpServer((socket) => socket.end('SSH-2.0-OpenSSH\r\n\r\n')))
  expect(await door().post(`http://127.0.0.1:${port}/`)).toEqual({ fault: 'broken_off' })
  expect(await door().post(`https://127.0.0.1:${port}/`)).toEqual({ fault: 'tls_failed' })
})
