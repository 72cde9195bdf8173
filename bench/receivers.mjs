// Receivers of webhooks, good and bad, in a process of their own for webhooks.ts. It is told how each
// behaves by its arguments and tells their addresses; `mend` has all of them answer well from then on,
// `report` asks what they took: which event each said yes to, and when.
import { once } from 'node:events'
import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

const slowMs = 3000
const block = Buffer.alloc(64 * 1024, 'x')

const trap = { asked: 0 }
const trapAt = await listen(
  createServer((_, response) => {
    trap.asked += 1
    response.writeHead(204).end()
  }),
  0,
)

/** What each kind does with a request; whether it said yes. Of a kind that is not here, nobody listens. */
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
  /** Says yes, and a byte a second for ever. */
  dribbling(response) {
    response.writeHead(200).write('x')
    const dribble = setInterval(() => response.write('x'), 1000)
    response.once('close', () => clearInterval(dribble))
    return true
  },
  /** Says yes, and never stops to talk. */
  huge(response) {
    response.writeHead(200)
    const talk = () => {
      while (!response.destroyed && response.write(block));
    }
    response.on('drain', talk)
    talk()
    return true
  },
  wrong(response) {
    response.writeHead(500).end()
    return false
  },
  redirecting(response) {
    response.writeHead(307, { location: trapAt }).end()
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
      const at = performance.timeOrigin + performance.now()
      if (await answer(response)) taken.push([JSON.parse(Buffer.concat(chunks)).contact_id, at])
    })
    const url = await listen(server, 0)
    if (!answers[kind]) await new Promise((done) => server.close(done))
    return { kind, url, taken, server }
  }),
)

process.on('message', async (word) => {
  if (word === 'report') {
    const told = receivers.map(({ kind, url, taken }) => ({ kind, url, taken }))
    process.send({ receivers: told, followed: trap.asked })
    return
  }
  areMended = true
  for (const { server, url } of receivers) {
    if (!server.listening) await listen(server, Number(new URL(url).port))
    // Whoever hangs is started anew.
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
