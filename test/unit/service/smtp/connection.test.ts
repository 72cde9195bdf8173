import type { Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { createPool, type Pool, type PoolOptions } from '../../../../src/service/smtp/pool.ts'
import { type RawRelay, startRawRelay } from '../../../support/mail/raw-relay.ts'
import { RelayModel } from '../../../support/mail/relay-model.ts'

const raw = Buffer.from('Subject: Hola\r\n\r\nHola\r\n')
const submission = { from: 'b@rebotes.example', to: 'ana@correo.example', raw }

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

async function relayOf(serve: (socket: Socket, number: number) => void): Promise<RawRelay> {
  const relay = await startRawRelay(serve)
  ends.push(relay.stop)
  return relay
}

function poolOf({ url }: { url: string }, options: Partial<PoolOptions> = {}): Pool {
  const pool = createPool({ url, connections: 1, ...options })
  ends.push(pool.close)
  return pool
}

const pipelining = ['PIPELINING', 'SIZE 100000000', '8BITMIME']

/** Serves a connection by the model. `hear` decides what of a segment the relay hears. */
function serveModel(
  socket: Socket,
  model = new RelayModel({ extensions: pipelining, decide: () => undefined }),
  hear: (segment: string) => string = (segment) => segment,
): RelayModel {
  socket.write(model.greeting())
  socket.on('data', (chunk) => {
    socket.write(model.take(hear(chunk.toString('latin1'))))
    if (model.isClosed) socket.end()
  })
  return model
}

const sendMany = (pool: Pool, count: number) =>
  Promise.all(
    Array.from({ length: count }, (_, index) =>
      pool.send({ ...submission, to: `u${index}@correo.example` }),
    ),
  )

const statesOf = (outcomes: readonly { state: string }[]) => [
  ...new Set(outcomes.map(({ state }) => state)),
]

test('a relay that drops connections with pipelined commands gets them one by one', async () => {
  const accepted: string[] = []
  const relay = await relayOf((socket) => {
    const model = serveModel(socket, undefined, (segment) => {
      if (/RCPT.*\r\nDATA/s.test(segment)) socket.destroy()
      return segment
    })
    socket.once('close', () => accepted.push(...model.accepted.map(({ to }) => to)))
  })
  const pool = poolOf(relay)
  expect(statesOf(await sendMany(pool, 5))).toEqual(['sent'])
  expect(relay.connections()).toBe(2)
  await pool.close()
  await expect.poll(() => new Set(accepted).size).toBe(5)
})

test('a relay that hears only the first command of a segment gets them one by one', async () => {
  const relay = await relayOf((socket) => {
    serveModel(socket, undefined, (segment) =>
      segment.startsWith('MAIL') ? segment.slice(0, segment.indexOf('\n') + 1) : segment,
    )
  })
  const pool = poolOf(relay, { timeouts: { rcpt: 200 } })
  expect(statesOf(await sendMany(pool, 3))).toEqual(['sent'])
  expect(relay.connections()).toBe(2)
})

test('a relay that forgets what comes with the end of a content gets it afterwards', async () => {
  const relay = await relayOf((socket) => {
    serveModel(socket, undefined, (segment) =>
      segment.startsWith('Subject') ? segment.slice(0, segment.indexOf('\r\n.\r\n') + 5) : segment,
    )
  })
  const pool = poolOf(relay, { timeouts: { mail: 200 } })
  expect(statesOf(await sendMany(pool, 6))).toEqual(['sent'])
  expect(relay.connections()).toBe(2)
})

test('a relay that closes the connection after every third message gets each message once', async () => {
  const models: RelayModel[] = []
  const relay = await relayOf((socket) => {
    const model: RelayModel = serveModel(socket, undefined, (segment) =>
      model.accepted.length < 2 ? segment : segment.replace(/\r\n\.\r\n.*/s, '\r\n.\r\n'),
    )
    models.push(model)
    socket.on('data', () => model.accepted.length >= 3 && socket.end())
  })
  expect(statesOf(await sendMany(poolOf(relay, { connections: 2 }), 20))).toEqual(['sent'])
  const accepted = models.flatMap((model) => model.accepted.map(({ to }) => to))
  expect([accepted.length, new Set(accepted).size]).toEqual([20, 20])
})

test('a relay that sends one byte at a time is not waited for forever', async () => {
  const relay = await relayOf((socket) => {
    const timer = setInterval(() => socket.write('2'), 20)
    socket.once('close', () => clearInterval(timer))
  })
  const pool = poolOf(relay, { timeouts: { greeting: 300 } })
  expect(await pool.send(submission)).toMatchObject({
    state: 'unreachable',
    response: expect.stringContaining('in time'),
  })
})

test('a relay that stops reading a large content is not waited for forever', async () => {
  const relay = await relayOf((socket) => {
    const model = serveModel(socket)
    socket.on('data', () => model.commands.includes('DATA') && socket.pause())
  })
  const large = Buffer.alloc(16 * 1024 * 1024, 'Hola a todos\r\n')
  const pool = poolOf(relay, { timeouts: { block: 300 } })
  expect((await pool.send({ ...submission, raw: large })).state).toBe('uncertain')
})

test('a relay that reads a large content slowly gets all of it', async () => {
  const models: RelayModel[] = []
  const relay = await relayOf((socket) => {
    models.push(serveModel(socket))
    socket.on('data', () => {
      socket.pause()
      setTimeout(() => socket.resume(), 5)
    })
  })
  const large = Buffer.from('Hola a todos, y una línea larga\r\n'.repeat(100_000))
  let isLeft = false
  const onLeft = () => {
    isLeft = true
  }
  expect((await poolOf(relay).send({ ...submission, raw: large, onLeft })).state).toBe('sent')
  expect(isLeft).toBe(true)
  expect(models[0]?.accepted[0]?.content.length).toBe(large.length)
})

test('a relay whose TLS handshake never ends is unreachable', async () => {
  const relay = await relayOf((socket) => {
    socket.write('220 relay.example\r\n')
    socket.on('data', (chunk) => {
      if (chunk.toString().startsWith('EHLO')) socket.write('250-hi\r\n250 STARTTLS\r\n')
      if (chunk.toString().startsWith('STARTTLS')) socket.write('220 go\r\n')
    })
  })
  expect(await poolOf(relay, { timeouts: { tls: 200 } }).send(submission)).toMatchObject({
    state: 'unreachable',
  })
})

test('an abort makes only what the relay was receiving uncertain', async () => {
  const relay = await relayOf((socket) => {
    const model = new RelayModel({ extensions: pipelining, decide: () => undefined })
    socket.write(model.greeting())
    socket.on('data', (chunk) => {
      const replies = model.take(chunk.toString('latin1'))
      // The reply to the first content never comes.
      if (model.accepted.length === 0) socket.write(replies)
      else pool.abort()
    })
  })
  const pool = createPool({ url: relay.url, connections: 1 })
  const outcomes = await sendMany(pool, 5)
  expect(outcomes.map(({ state }) => state)).toEqual([
    'uncertain',
    ...Array.from({ length: 4 }, () => 'unreachable'),
  ])
  await pool.close()
})

test('an idle connection that the relay ends with 421 is replaced', async () => {
  let isEnded = false
  const relay = await relayOf((socket, number) => {
    const model = serveModel(socket)
    if (number > 1) return
    socket.once('close', () => {
      isEnded = true
    })
    socket.on('data', () => {
      if (model.accepted.length === 1) {
        setTimeout(() => socket.end('421 4.4.2 timeout exceeded\r\n'), 20)
      }
    })
  })
  const pool = poolOf(relay)
  expect((await pool.send(submission)).state).toBe('sent')
  await expect.poll(() => isEnded).toBe(true)
  expect(await pool.send(submission)).toMatchObject({ state: 'sent' })
  expect(relay.connections()).toBe(2)
})
