// Floods a service with the requests of a plan, as fast as it answers. Reads `{ origin, plan }` as JSON from
// standard input until its end. On SIGTERM it prints the number of answers by status and its processor time.
// See bench/flood-cases/flood-case.ts.
import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'

const { origin, plan } = JSON.parse(await text(process.stdin))
const { connections = 32, requests } = plan
// Its own address, so that limits of connections and attempts by network are its own too.
const agent = new Agent({ keepAlive: true, maxSockets: connections, localAddress: '127.0.0.2' })
const statuses = {}
const open = new Set()
let isOver = false
let count = 0

const numbered = (source, n) => source.replaceAll('{n}', String(n))

/** Repeated texts are made once, because a body may have many megabytes. */
const bodies = new Map()
function bodyOf({ text: source, times = 1 }, n) {
  if (times === 1) return Buffer.from(numbered(source, n))
  const known = bodies.get(source) ?? Buffer.from(repeated(source, times))
  bodies.set(source, known)
  return known
}

function repeated(source, times) {
  if (!source.includes('{i}')) return source.repeat(times)
  return Array.from({ length: times }, (_, i) => source.replace('{i}', i)).join('')
}

const tally = (status) => {
  statuses[status] = (statuses[status] ?? 0) + 1
}

const ask = ({ method, path, headers, body, stall }) =>
  new Promise((done) => {
    const n = `${process.pid}${++count}`
    const bytes = body && bodyOf(body, n)
    const sent = request(origin + numbered(path, n), {
      agent,
      method,
      headers: { ...headers, ...(bytes && { 'content-length': bytes.length }) },
    })
    let timer
    const end = (status) => {
      if (!open.delete(sent)) return
      clearTimeout(timer)
      tally(status)
      done()
    }
    open.add(sent)
    sent.once('response', (answer) => {
      answer.once('error', () => end('broken'))
      answer.once('close', () => end(answer.statusCode))
      answer.resume()
    })
    sent.once('error', (error) => end(error.code ?? 'error'))
    if (stall) {
      sent.write(bytes.subarray(0, stall.bytes))
      timer = setTimeout(() => sent.destroy(), stall.seconds * 1000)
    } else sent.end(bytes)
  })

const lanes = Array.from({ length: connections }, async (_, lane) => {
  for (let turn = lane; !isOver; turn += 1) await ask(requests[turn % requests.length])
})

process.once('SIGTERM', async () => {
  isOver = true
  for (const sent of open) sent.destroy()
  await Promise.all(lanes)
  const { user, system } = process.cpuUsage()
  const seconds = (user + system) / 1e6
  process.stdout.write(JSON.stringify({ statuses, seconds }), () => process.exit())
})
process.stdout.write('ready\n')
