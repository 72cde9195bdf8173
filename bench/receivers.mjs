// Webhook receivers for webhooks.ts, working and faulty, in a separate process. The arguments name the behaviour
// of each receiver; the process sends their URLs to the parent. `mend` makes all of them work from then on.
// `report` returns the events that each has acknowledged, with the time.
import { once } from 'node:events'
import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

const slowMs = 3000
const block = Buffer.alloc(64 * 1024, 'x')

const redirectTarget = { requests: 0 }
const redirectUrl = await listen(
  createServer((_, response) => {
    redirectTarget.requests += 1
    response.writeHead(204).end()
  }),
  0,
)

/** How each kind answers a request. Returns whether it acknowledged it. Other kinds do not listen at all. */
const answers = {
  good(response) {
    response.writeHead(204).end()
    return true
  },
  async slow(response) {
    await sleep(slowMs)
    if (response.destroyed) return false
    response.writeHead(204).end()
    return true
  },
  hanging: () => false,
  /** Acknowledges, then sends one byte a second for ever. */
  dribbling(response) {
    response.writeHead(200).write('x')
    const dribble = setInterval(() => response.write('x'), 1000)
    response.once('close', () => clearInterval(dribble))
    return true
  },
  /** Acknowledges, then sends data without end. */
  huge(response) {
    response.writeHead(200)
    const write = () => {
      while (!response.destroyed && response.write(block));
    }
    response.on('drain', write)
    write()
    return true
  },
  wrong(response) {
    response.writeHead(500).end()
    return false
  },
  redirecting(response) {
    response.writeHead(307, { location: redirectUrl }).end()
    return false
  },
  broken(response) {
    response.destroy()
    return false
  },
}

let areMended = false
const receivers = await Promise.all(
  process.argv.slice(2).map(async (kind) => {
    const taken = []
    const server = createServer(async (request, response) => {
      response.on('error', () => {})
      const chunks = []
      for await (const chunk of request) chunks.push(chunk)
      const answer = areMended ? answers.good : answers[kind]
      const time = performance.timeOrigin + performance.now()
      if (await answer(response)) taken.push([JSON.parse(Buffer.concat(chunks)).contact_id, time])
    })
    const url = await listen(server, 0)
    if (!answers[kind]) await new Promise((done) => server.close(done))
    return { kind, url, taken, server }
  }),
)

process.on('message', async (request) => {
  if (request === 'report') {
    const report = receivers.map(({ kind, url, taken }) => ({ kind, url, taken }))
    process.send({ receivers: report, followed: redirectTarget.requests })
    return
  }
  areMended = true
  for (const { server, url } of receivers) {
    if (!server.listening) await listen(server, Number(new URL(url).port))
    // Drops the connections that hang.
    else server.closeAllConnections()
  }
  process.send('mended')
})
process.on('disconnect', () => process.exit())
process.send(receivers.map(({ kind, url }) => ({ kind, url })))

async function listen(server, port) {
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${server.address().port}/`
}
