// A relay at a distance: passes everything on to a port of this machine, and the answers after a time in ms.
// node bench/delay-proxy.mjs PORT MS. It sends its own port to the parent.
import { createConnection, createServer } from 'node:net'

const [port, ms] = process.argv.slice(2).map(Number)

const server = createServer((client) => {
  const relay = createConnection(port, '127.0.0.1')
  for (const socket of [client, relay]) {
    socket.setNoDelay()
    socket.on('error', () => {})
  }
  client.pipe(relay)
  relay.on('data', (chunk) => setTimeout(() => client.writable && client.write(chunk), ms))
  relay.once('close', () => setTimeout(() => client.destroy(), ms))
  client.once('close', () => relay.destroy())
})
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }))
process.once('disconnect', () => process.exit())
