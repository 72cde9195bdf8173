// Floods a service from one address with passwords for one username and with invalid tokens, as fast as it
// answers. Prints the number of answers by status when it ends.
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
const withInvalidToken = {
  method: 'GET',
  path: '/lists',
  headers: { authorization: 'Bearer nothing' },
}

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
  while (!isOver) await ask(lane % 2 === 0 ? guess : withInvalidToken)
})
process.once('SIGTERM', async () => {
  isOver = true
  await Promise.all(lanes)
  process.stdout.write(JSON.stringify(statuses), () => process.exit())
})
