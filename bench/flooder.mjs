// A flood from one address: passwords for one user name, and tokens that open nothing, as fast as they
// are answered. Says at its end how many answers it got, by status.
import { Agent, request } from 'node:http'

const [url = '', connections = '32'] = process.argv.slice(2)
const agent = new Agent({ keepAlive: true, maxSockets: Number(connections) })
const statuses = {}
let isOver = false

const guess = {
  method: 'POST',
  path: '/auth/getToken',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ username: 'victim', pass: 'guess' }),
}
const knock = { method: 'GET', path: '/lists', headers: { authorization: 'Bearer nothing' } }

const ask = ({ method, path, headers, body }) =>
  new Promise((done) => {
    const sent = request(url + path, { agent, method, headers }, (answer) => {
      statuses[answer.statusCode] = (statuses[answer.statusCode] ?? 0) + 1
      answer.resume().once('end', done)
    })
    sent.once('error', done)
    sent.end(body)
  })

const lanes = Array.from({ length: Number(connections) }, async (_, lane) => {
  while (!isOver) await ask(lane % 2 === 0 ? guess : knock)
})
process.once('SIGTERM', async () => {
  isOver = true
  await Promise.all(lanes)
  process.stdout.write(JSON.stringify(statuses), () => process.exit())
})
