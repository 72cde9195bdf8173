// A relay that takes everything and keeps nothing, as cheap as SMTP can be: the other end of send.ts,
// which it tells its port and, whenever it is asked, what it has cost and the first message since.
import { createServer } from 'node:net'

const replies = { EHLO: '250 sink', QUIT: '221 bye', DATA: '354 go on' }
const end = '\r\n.\r\n'
let messages = 0
let bytes = 0
let kept

const server = createServer((socket) => {
  let inMessage = false
  let rest = ''
  socket.setNoDelay()
  socket.on('error', () => {})
  socket.on('data', (chunk) => {
    rest += chunk.toString('latin1')
    bytes += chunk.length
    for (;;) {
      const at = rest.indexOf(inMessage ? end : '\r\n')
      if (at === -1) break
      const line = rest.slice(0, at)
      rest = rest.slice(at + (inMessage ? end.length : 2))
      const verb = inMessage ? '' : line.slice(0, 4).toUpperCase()
      if (inMessage) {
        messages++
        kept ??= line
      }
      inMessage = verb === 'DATA'
      socket.write(`${replies[verb] ?? '250 ok'}\r\n`)
      if (verb === 'QUIT') socket.end()
    }
    // Of all but the first only the end has to be found.
    if (inMessage && kept !== undefined) rest = rest.slice(-4)
  })
  socket.write('220 sink\r\n')
})
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }))

process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send({ cpuMs: (user + system) / 1000, messages, bytes, kept })
  kept = undefined
})
process.once('disconnect', () => process.exit())
