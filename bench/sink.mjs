// The relay of send.ts: accepts every message and discards it, at the lowest possible cost. It sends its port to
// the parent and, on request, its CPU time and the first message since the last request. Its arguments are the time
// in ms after which it accepts a message, and the extensions that it announces: PIPELINING comes with CHUNKING.
import { createServer } from 'node:net'

const isChunking = process.argv[3] === 'CHUNKING'
const hello = isChunking ? '250-sink\r\n250-PIPELINING\r\n250 CHUNKING' : '250 sink'
const replies = { EHLO: hello, QUIT: '221 bye', DATA: '354 go on' }
const end = '\r\n.\r\n'
const answerMs = Number(process.argv[2] ?? 0)
let messages = 0
let bytes = 0
let firstMessage

const server = createServer((socket) => {
  let inMessage = false
  let chunkLength = 0
  let received = ''
  socket.setNoDelay()
  socket.on('error', () => {})
  socket.on('data', (chunk) => {
    received += chunk.toString('latin1')
    bytes += chunk.length
    for (;;) {
      if (chunkLength > 0) {
        if (received.length < chunkLength) break
        received = received.slice(chunkLength)
        chunkLength = 0
        messages++
        socket.write('250 ok\r\n')
      }
      const index = received.indexOf(inMessage ? end : '\r\n')
      if (index === -1) break
      const line = received.slice(0, index)
      received = received.slice(index + (inMessage ? end.length : 2))
      const verb = inMessage ? '' : line.slice(0, 4).toUpperCase()
      if (inMessage) {
        messages++
        firstMessage ??= line
      }
      if (verb === 'BDAT') {
        chunkLength = Number(line.split(' ')[1])
        continue
      }
      const answer = `${replies[verb] ?? '250 ok'}\r\n`
      if (inMessage && answerMs > 0) setTimeout(() => socket.write(answer), answerMs)
      else socket.write(answer)
      inMessage = verb === 'DATA'
      if (verb === 'QUIT') socket.end()
    }
    // The text of later messages is not needed, only their end.
    if (inMessage && firstMessage !== undefined) received = received.slice(-4)
  })
  socket.write('220 sink\r\n')
})
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }))

process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send({ cpuMs: (user + system) / 1000, messages, bytes, firstMessage })
  firstMessage = undefined
})
process.once('disconnect', () => process.exit())
