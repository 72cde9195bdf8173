import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../../../../src/core/clock.ts'
import { connectionLimits, createHttpServer } from '../../../../src/service/http/connections.ts'
import { waitFor } from '../../../support/wait.ts'

/** Starts a server whose clients may leave an answer unread for so long. */
async function startServer(handler: Parameters<typeof createHttpServer>[0], unreadMs = 100) {
  const closing = new AbortController()
  const limits = { ...connectionLimits(0), unreadMs }
  const server = createHttpServer(handler, limits, { clock: systemClock, signal: closing.signal })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    closing.abort()
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as { port: number } // TCP
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => {}) // it is cut off
  await once(socket, 'connect')
  const open = () =>
    new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)))
  return { socket, open }
}

const get = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'

test('a client that does not read its answer is cut', async () => {
  const answer = Buffer.alloc(50 * 1024 * 1024)
  const { socket, open } = await startServer((_, response) => response.end(answer))
  socket.pause()
  socket.write(get)
  await waitFor(async () => (await open()) === 1)
  await waitFor(async () => (await open()) === 0, 10_000)
})

test('a client that reads slowly gets its whole answer', async () => {
  const answer = Buffer.alloc(20 * 1024 * 1024)
  const { socket } = await startServer((_, response) => response.end(answer), 1500)
  socket.write(get)
  let received = 0
  socket.on('data', (chunk) => {
    received += chunk.length
    socket.pause()
    setTimeout(() => socket.resume(), 8)
  })
  await waitFor(() => received > answer.length || socket.destroyed)
  expect(received).toBeGreaterThan(answer.length)
})

test('a client waits for an answer that takes longer than it may leave one unread', async () => {
  const { socket } = await startServer((_, response) => {
    setTimeout(() => response.end('late'), 500)
  })
  socket.write(get)
  let received = ''
  socket.on('data', (chunk) => {
    received += chunk
  })
  await waitFor(() => received.endsWith('late') || socket.destroyed)
  expect(received).toMatch(/late$/)
})
