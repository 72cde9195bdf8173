import { type AddressInfo, createServer } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { ScratchBuffer } from '../../../../src/service/mail/scratch-buffer.ts'
import type { Outcome } from '../../../../src/service/smtp/outcome.ts'
import { createPool, type Pool, type PoolOptions } from '../../../../src/service/smtp/pool.ts'
import type { Submission } from '../../../../src/service/smtp/submission.ts'
import { type Sink, type SinkBehaviour, startSink } from '../../../support/mail/smtp-sink.ts'

const raw = Buffer.from('Subject: Hola\r\n\r\nHola\r\n')
const submission = { from: 'b@rebotes.example', to: 'ana@correo.example', raw }

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

async function sinkOf(behaviour: SinkBehaviour = {}, port = 0): Promise<Sink> {
  const sink = await startSink(behaviour, port)
  ends.push(sink.stop)
  return sink
}

function poolOf(url: string, options: Partial<PoolOptions> = {}): Pool {
  const pool = createPool({ url, connections: 1, ...options })
  ends.push(pool.close)
  return pool
}

async function startedWith(behaviour: SinkBehaviour, options: Partial<PoolOptions> = {}) {
  const sink = await sinkOf(behaviour)
  return { sink, pool: poolOf(sink.url, options) }
}

const sendUnmade = (
  pool: Pool,
  { make }: { make: () => Submission | Outcome | Promise<Submission | Outcome> },
): Promise<Outcome> =>
  new Promise((settled) => {
    pool.submit({ make, settled })
  })

test('a message arrives unchanged, and the outcome has the relay’s reply', async () => {
  const { sink, pool } = await startedWith({})
  const outcome = await pool.send(submission)
  expect(outcome).toEqual({
    state: 'sent',
    code: 250,
    enhanced: '2.6.0',
    response: expect.any(String),
  })
  expect(sink.messages()).toMatchObject([
    { from: 'b@rebotes.example', to: ['ana@correo.example'], raw },
  ])
})

test.each([
  ['dots', '.Hola\r\n.\r\n..\r\n'],
  ['empty lines at the end', 'Hola\r\n\r\n\r\n'],
  ['nothing in it', ''],
  ['a megabyte', 'Hola a todos\r\n'.repeat(75_000)],
])('a message with %s arrives byte for byte', async (_, body) => {
  const { sink, pool } = await startedWith({})
  const whole = Buffer.from(`Subject: Hola\r\n\r\n${body}`)
  await pool.send({ ...submission, raw: whole })
  await pool.send(submission)
  expect(sink.messages().map((message) => message.raw.equals(whole))).toEqual([true, false])
})

// An idle connection is kept for 30 seconds.
test('a pool that is closed before the last reply of a refusal does not wait for an idle connection', {
  timeout: 10_000,
}, async () => {
  const server = createServer((socket) => {
    socket.write('220 relay.example\r\n')
    socket.on('data', (chunk) => {
      const commands = chunk.toString()
      if (commands.startsWith('EHLO')) socket.write('250-relay.example\r\n250 PIPELINING\r\n')
      if (commands.startsWith('QUIT')) socket.end('221 Bye\r\n')
      if (!commands.startsWith('MAIL')) return
      socket.write('250 OK\r\n550 No such user\r\n')
      setTimeout(() => socket.write('503 No recipients\r\n'), 100)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  ends.push(() => server.close())
  const { port } = server.address() as AddressInfo // the server listens on TCP
  const pool = poolOf(`smtp://127.0.0.1:${port}`)
  expect((await pool.send(submission)).code).toBe(550)
  await pool.close()
})

test('many messages share few connections', async () => {
  const { sink, pool } = await startedWith({}, { connections: 3 })
  let most = 0
  const outcomes = await Promise.all(
    Array.from({ length: 60 }, async (_, index) => {
      const outcome = await pool.send({ ...submission, to: `u${index}@correo.example` })
      most = Math.max(most, sink.connections())
      return outcome.state
    }),
  )
  expect(new Set(outcomes)).toEqual(new Set(['sent']))
  expect(new Set(sink.messages().flatMap(({ to }) => to)).size).toBe(60)
  expect(most).toBe(3)
})

test.each([true, false])(
  'refused recipients fail and the connection stays usable (pipelining %s)',
  async (pipelining) => {
    const { sink, pool } = await startedWith({ refuse: '^nadie@', pipelining })
    expect(await pool.send({ ...submission, to: 'nadie@correo.example' })).toMatchObject({
      state: 'failed',
      code: 550,
      enhanced: '5.1.1',
    })
    expect((await pool.send(submission)).state).toBe('sent')
    expect(sink.messages()).toHaveLength(1)
  },
)

test('an urgent message goes out before those that wait for the connection', async () => {
  const { sink, pool } = await startedWith({})
  const send = (to: string, more = {}) => pool.send({ ...submission, to, ...more })
  await Promise.all([
    ...Array.from({ length: 20 }, (_, index) => send(`p${index}@correo.example`)),
    send('code1@correo.example', { isUrgent: true }),
    send('code2@correo.example', { isUrgent: true }),
  ])
  const arrived = sink.messages().flatMap(({ to }) => to)
  const place = (name: string) => arrived.indexOf(`${name}@correo.example`)
  expect(place('code1')).toBeLessThan(place('p19'))
  expect(place('code2')).toBe(place('code1') + 1)
})

test('a message is made when the connection can take it', async () => {
  const { sink, pool } = await startedWith({})
  const arrivedBefore: number[] = []
  const makeLater = (index: number) => {
    arrivedBefore.push(sink.messages().length)
    return { ...submission, to: `u${index}@correo.example` }
  }
  const outcomes = await Promise.all(
    Array.from({ length: 5 }, (_, index) => sendUnmade(pool, { make: () => makeLater(index) })),
  )
  expect(outcomes.map(({ state }) => state)).toEqual(Array(5).fill('sent'))
  expect(sink.messages().flatMap(({ to }) => to)).toEqual(
    [0, 1, 2, 3, 4].map((index) => `u${index}@correo.example`),
  )
  // Its envelope goes out together with the end of the message before.
  for (const [index, arrived] of arrivedBefore.entries())
    expect(arrived).toBeGreaterThanOrEqual(index - 1)
})

test.each([
  ['at once', (outcome: Outcome) => outcome],
  ['later', async (outcome: Outcome) => outcome],
])('a message that cannot be made, which is known %s, keeps no other one back', async (_, tell) => {
  const { sink, pool } = await startedWith({})
  const unmade: Outcome = { state: 'failed', response: 'broken', isUnmade: true }
  const outcomes = await Promise.all([
    sendUnmade(pool, { make: () => tell(unmade) }),
    sendUnmade(pool, { make: async () => submission }),
    pool.send(submission),
  ])
  expect(outcomes).toMatchObject([unmade, { state: 'sent' }, { state: 'sent' }])
  expect(sink.messages()).toHaveLength(2)
})

test('messages that are being made keep their order, behind a code that comes meanwhile', async () => {
  const { sink, pool } = await startedWith({})
  const finish: (() => void)[] = []
  const sending = Array.from({ length: 4 }, (_, index) =>
    sendUnmade(pool, {
      make: () =>
        new Promise<Submission>((resolve) => {
          finish.push(() => resolve({ ...submission, to: `u${index}@correo.example` }))
        }),
    }),
  )
  sending.push(pool.send({ ...submission, to: 'primera@correo.example' }))
  while (finish.length < 4) await new Promise(setImmediate)
  sending.push(pool.send({ ...submission, to: 'codigo@correo.example', isUrgent: true }))
  for (const each of finish) each()
  await Promise.all(sending)
  expect(sink.messages().map(({ to }) => to[0]?.split('@')[0])).toEqual([
    'primera',
    'codigo',
    'u0',
    'u1',
    'u2',
    'u3',
  ])
})

test('a message that cannot be made gives no connection two messages when the pool is closed', async () => {
  const { sink, pool } = await startedWith({ pipelining: false })
  const unmade: Outcome = { state: 'failed', response: 'broken', isUnmade: true }
  const sending = [
    pool.send(submission),
    sendUnmade(pool, { make: () => unmade }),
    ...Array.from({ length: 4 }, () => pool.send(submission)),
  ]
  await pool.close()
  const outcomes = await Promise.all(sending)
  expect(outcomes.map(({ state }) => state)).toEqual(['sent', 'failed', ...Array(4).fill('sent')])
  expect(sink.messages().map(({ to }) => to.length)).toEqual(Array(5).fill(1))
})

test('a pool that is closed waits for a message that is being made, and one that is cut does not send it', async () => {
  const sink = await sinkOf()
  for (const end of ['close', 'abort'] as const) {
    const pool = poolOf(sink.url)
    await pool.send(submission)
    let finish = () => {}
    const sending = sendUnmade(pool, {
      make: () => new Promise((resolve) => (finish = () => resolve(submission))),
    })
    const ended = pool[end]()
    finish()
    expect((await sending).state).toBe(end === 'close' ? 'sent' : 'unreachable')
    await ended
  }
  expect(sink.messages()).toHaveLength(3)
})

test('a greylisted recipient is deferred, then accepted', async () => {
  const { pool } = await startedWith({ greylist: true })
  expect(await pool.send(submission)).toMatchObject({
    state: 'deferred',
    code: 451,
    enhanced: '4.7.1',
  })
  expect((await pool.send(submission)).state).toBe('sent')
})

test('refused content fails and the connection stays usable', async () => {
  const { pool } = await startedWith({ refuseContent: true })
  expect(await pool.send(submission)).toMatchObject({
    state: 'failed',
    code: 554,
    enhanced: '5.7.1',
  })
  expect(await pool.send(submission)).toMatchObject({ state: 'failed', code: 554 })
})

test('a message over the SIZE of the relay fails without being sent', async () => {
  const { pool } = await startedWith({ size: 100 })
  const large = Buffer.alloc(200, 'a')
  expect((await pool.send({ ...submission, raw: large })).state).toBe('failed')
  expect((await pool.send(submission)).state).toBe('sent')
})

test('421 defers, and the next message uses a new connection', async () => {
  const { sink, pool } = await startedWith({ closingAfter: 2 })
  const states = []
  for (let index = 0; index < 6; index++) states.push((await pool.send(submission)).state)
  expect(states).toEqual(['sent', 'sent', 'deferred', 'sent', 'sent', 'deferred'])
  expect(sink.messages()).toHaveLength(4)
})

test('a relay that closes the connection after some messages loses none', async () => {
  const { sink, pool } = await startedWith({ hangUpAfter: 2 })
  for (let index = 0; index < 5; index++) {
    expect((await pool.send(submission)).state).toBe('sent')
  }
  expect(sink.messages()).toHaveLength(5)
})

test('a relay that takes few messages over each connection gets all of many', async () => {
  const { sink, pool } = await startedWith({ hangUpAfter: 2 }, { connections: 8 })
  const outcomes = await Promise.all(Array.from({ length: 300 }, () => pool.send(submission)))
  expect(outcomes.filter(({ state }) => state !== 'sent')).toEqual([])
  expect(sink.messages()).toHaveLength(300)
})

test.each([true, false])(
  'a connection lost before 354 defers (pipelining %s)',
  async (pipelining) => {
    const { sink, pool } = await startedWith({ drop: 'before-data', pipelining })
    expect((await pool.send(submission)).state).toBe('deferred')
    expect(sink.messages()).toHaveLength(0)
  },
)

test.each(['in-data', 'after-data'] as const)('a connection lost %s is uncertain', async (drop) => {
  const { pool } = await startedWith({ drop })
  expect((await pool.send(submission)).state).toBe('uncertain')
})

test('a message without a reply is uncertain', async () => {
  const { pool } = await startedWith({ silent: true }, { timeouts: { content: 300 } })
  expect((await pool.send(submission)).state).toBe('uncertain')
})

test('a message lost on a reused connection is uncertain too, and never sent twice', async () => {
  const behaviour: SinkBehaviour = {}
  const { sink, pool } = await startedWith(behaviour)
  expect((await pool.send(submission)).state).toBe('sent')
  behaviour.drop = 'after-data'
  expect((await pool.send(submission)).state).toBe('uncertain')
  expect(sink.messages()).toHaveLength(2)
})

test('no relay, no greeting and a refusing greeting are unreachable', async () => {
  const gone = await startSink()
  await gone.stop()
  expect(await poolOf(gone.url).send(submission)).toMatchObject({
    state: 'unreachable',
    response: expect.stringContaining('ECONNREFUSED'),
  })

  const slow = await startedWith({ bannerMs: 5000 }, { timeouts: { greeting: 200 } })
  expect((await slow.pool.send(submission)).state).toBe('unreachable')

  const refusing = await startedWith({ refuseConnections: true })
  expect(await refusing.pool.send(submission)).toMatchObject({ state: 'unreachable', code: 554 })
})

// A relay that ends the connection at the first command that it has no answer to.
async function scriptedRelay(answers: Record<string, string>): Promise<string> {
  const server = createServer((socket) => {
    const answer = (command: string) => {
      const line = answers[command]
      if (line === undefined) socket.end()
      else socket.write(`${line}\r\n`)
    }
    socket.on('error', () => {})
    socket.on('data', (data) => answer(data.toString().slice(0, 4)))
    answer('')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  ends.push(() => server.close())
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('a relay that closes the connection before a message is unreachable', async () => {
  const silent = await scriptedRelay({})
  expect((await poolOf(`smtp://${silent}`).send(submission)).state).toBe('unreachable')
  const atLogin = await scriptedRelay({ '': '220 hi', EHLO: '250-hi\r\n250 AUTH PLAIN' })
  expect((await poolOf(`smtp://a:b@${atLogin}`).send(submission)).state).toBe('unreachable')
})

test('a reply counts even if the relay closes the connection right after it', async () => {
  const relay = await scriptedRelay({
    '': '220 hi',
    EHLO: '250 hi',
    MAIL: '250 ok',
    RCPT: '550 5.1.1 no',
  })
  const pool = poolOf(`smtp://${relay}`)
  expect(await pool.send(submission)).toMatchObject({ state: 'failed', enhanced: '5.1.1' })
  expect(await pool.send(submission)).toMatchObject({ state: 'failed', enhanced: '5.1.1' })
})

test('a relay that comes back is used again', async () => {
  const first = await sinkOf()
  const pool = poolOf(first.url)
  expect((await pool.send(submission)).state).toBe('sent')
  await first.stop()
  expect((await pool.send(submission)).state).toBe('unreachable')
  const second = await sinkOf({}, first.port)
  expect((await pool.send(submission)).state).toBe('sent')
  expect(second.messages()).toHaveLength(1)
})

test('a wrong or missing password is a problem of the relay, not of the recipient', async () => {
  const sink = await sinkOf({ password: 'secreta' })
  const withLogin = (login: string) => poolOf(sink.url.replace('//', `//${login}@`))
  expect(await withLogin('ana:falsa').send(submission)).toMatchObject({
    state: 'unreachable',
    code: 535,
  })
  expect(await poolOf(sink.url).send(submission)).toMatchObject({ state: 'unreachable', code: 530 })
  expect((await withLogin('ana:secreta').send(submission)).state).toBe('sent')
})

test('STARTTLS is used when offered, and a required certificate is verified', async () => {
  const { pool, sink } = await startedWith({ startTls: true })
  expect((await pool.send(submission)).state).toBe('sent')
  const strict = poolOf(sink.url, { tls: { rejectUnauthorized: true } })
  expect((await strict.send(submission)).state).toBe('unreachable')
})

test.each([false, true])('released memory carries the next message (TLS %s)', async (startTls) => {
  const { sink, pool } = await startedWith({ startTls, refuse: '^nadie@' }, { connections: 3 })
  let left = 0
  const onLeft = () => left++
  const sendTwenty = async (series: string) => {
    const buffer = new ScratchBuffer()
    for (let turn = 0; turn < 20; turn++) {
      const lines = Buffer.from(`${series}${turn}\r\n`.repeat(1 + (turn % 7) * 5000))
      const to = turn % 5 === 0 ? 'nadie@correo.example' : 'ana@correo.example'
      buffer.clear()
      for (const part of [raw, lines]) buffer.append(part)
      await pool.send({ ...submission, to, raw: buffer.from(0), onLeft })
    }
  }
  await Promise.all(['a', 'b', 'c'].map(sendTwenty))
  expect(left).toBe(60)
  const bodies = sink.messages().map((message) => message.raw.subarray(raw.length).toString())
  const lines = bodies.map((body) => new Set(body.trimEnd().split('\r\n')))
  expect(lines.every(({ size }) => size === 1)).toBe(true)
  expect(new Set(lines.flatMap((each) => [...each])).size).toBe(48)
})

test('an early reply does not release memory that is still being sent, and is no acceptance', async () => {
  const hasty = { '': '220 hi', EHLO: '250 hi', MAIL: '250 ok', RCPT: '250 ok', DATA: '354 go' }
  const whole = Buffer.alloc(64 * 1024 * 1024, 'Hola\r\n')
  const pool = poolOf(`smtp://${await scriptedRelay({ ...hasty, Hola: '250 taken' })}`)
  let isFree = false
  const onLeft = () => {
    isFree = true
  }
  expect(await pool.send({ ...submission, raw: whole, onLeft })).toMatchObject({
    state: 'uncertain',
    code: 250,
  })
  expect(isFree).toBe(false)
})

test('an idle connection is closed', async () => {
  const { sink, pool } = await startedWith({}, { idleMs: 50 })
  await pool.send(submission)
  expect(sink.connections()).toBe(1)
  await expect.poll(() => sink.connections()).toBe(0)
  expect((await pool.send(submission)).state).toBe('sent')
})

test('close waits for accepted messages and takes no more', async () => {
  const { sink, pool } = await startedWith({})
  const given = Array.from({ length: 10 }, () => pool.send(submission))
  await pool.close()
  expect(sink.messages()).toHaveLength(10)
  expect(sink.connections()).toBe(0)
  expect((await pool.send(submission)).state).toBe('unreachable')
  expect((await Promise.all(given)).every(({ state }) => state === 'sent')).toBe(true)
})
