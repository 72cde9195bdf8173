import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { Writable } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../../../../src/core/clock.ts'
import { createLimits } from '../../../../src/service/http/limits/limits.ts'
import type { PageAnswer } from '../../../../src/service/http/page.ts'
import { servePages } from '../../../../src/service/http/serve-pages.ts'
import { createServer } from '../../../../src/service/http/server.ts'
import { createLog } from '../../../../src/service/log.ts'

/** Starts a server with one page at `/`. */
async function servePage(handle: () => PageAnswer | Promise<PageAnswer>) {
  const log = createLog(new Writable({ write: (_, __, done) => done() }), systemClock)
  const server = createServer({ trustedProxies: 0, clock: systemClock, log })
  await servePages(server, [{ method: 'GET', path: '/', handle }], {
    limits: createLimits(systemClock),
    clock: systemClock,
  })
  await server.listen({ host: '127.0.0.1', port: 0 })
  const { port } = server.server.address() as AddressInfo // TCP, so no path
  return { server, port, url: `http://127.0.0.1:${port}/` }
}

test.each(['', 'GET / HTTP/1.1'])(
  'close does not wait for a connection that has only sent “%s”',
  async (sent) => {
    const { server, port } = await servePage(() => ({ status: 200 }))
    const socket = connect(port, '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    await once(socket, 'connect')
    socket.write(sent)
    socket.resume().on('error', () => {}) // it is cut off
    const closed = new Promise((resolve) => socket.once('close', resolve))
    await server.close()
    await closed
  },
)

const answers = {
  synchronously: (answer: () => PageAnswer) => answer(),
  asynchronously: async (answer: () => PageAnswer) => answer(),
}

test.each(Object.keys(answers) as (keyof typeof answers)[])(
  'a page may answer %s, and its errors become problems',
  async (when) => {
    let answer = (): PageAnswer => ({ status: 201, headers: { 'x-own': 'yes' }, body: 'text' })
    const { server, url } = await servePage(() => answers[when](answer))
    onTestFinished(() => server.close())
    const made = await fetch(url)
    expect([made.status, made.headers.get('x-own'), await made.text()]).toEqual([
      201,
      'yes',
      'text',
    ])
    answer = () => {
      throw new Error('a bug')
    }
    const failed = await fetch(url)
    expect(failed.status).toBe(500)
    expect(await failed.json()).toMatchObject({ code: 'internal' })
  },
)
