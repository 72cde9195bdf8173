// A relay that takes everything and keeps nothing, as cheap as SMTP can be: the other end of send.ts.
import { createServer } from 'node:net'

const replies = { EHLO: '250 sink', QUIT: '221 bye', DATA: '354 go on' }
const end = '\r\n.\r\n'

const server = createServer((socket) => {
  let inMessage = false
  let rest = ''
  socket.setNoDelay()
  socket.on('error', () => {})
  socket.on('data', (chunk) => {
    rest += chunk.toString('latin1')
    for (;;) {
      const at = rest.indexOf(inMessage ? end : '\r\n')
      if (at === -1) break
      const line = rest.slice(0, at)
      rest = rest.slice(at + (inMessage ? end.length : 2))
      const verb = inMessage ? '' : line.slice(0, 4).toUpperCase()
      inMessage = verb === 'DATA'
      socket.write(`${replies[verb] ?? '250 ok'}\r\n`)
      if (verb === 'QUIT') socket.end()
    }
    // Only the end of a message has to be found in what is kept.
    if (inMessage) rest = rest.slice(-4)
  })
  socket.write('220 sink\r\n')
})
server.listen(0, '127.0.0.1', () => console.log(server.address().port))
