import { openSync, writeSync } from 'node:fs'
import { createSinkServer } from './smtp-sink-server.mjs'

// node smtp-sink-process.mjs FILE [BEHAVIOUR as JSON] [PORT]
// Writes each message to FILE as a line of JSON, with the raw message in base64. The synchronous write
// survives a kill of this process.
const [file = '', behaviour = '{}', port = '0'] = process.argv.slice(2)
const log = openSync(file, 'a')

const server = createSinkServer(JSON.parse(behaviour), ({ raw, ...envelope }) => {
  writeSync(log, `${JSON.stringify({ ...envelope, raw: raw.toString('base64') })}\n`)
})
server.listen(Number(port), '127.0.0.1', () => {
  console.log(server.server.address().port)
})

// Exit together with the parent process, even if that is killed.
process.stdin.resume().once('close', () => process.exit())
