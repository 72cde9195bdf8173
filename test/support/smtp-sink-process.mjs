import { openSync, writeSync } from 'node:fs'
import { createSinkServer } from './smtp-sink-server.mjs'

// node smtp-sink-process.mjs FILE [BEHAVIOUR as JSON] [PORT]: one message a line, as JSON with the
// raw message in base64. A write that has returned survives the death of any process.
const [file = '', behaviour = '{}', port = '0'] = process.argv.slice(2)
const log = openSync(file, 'a')

const server = createSinkServer(JSON.parse(behaviour), ({ raw, ...envelope }) => {
  writeSync(log, `${JSON.stringify({ ...envelope, raw: raw.toString('base64') })}\n`)
})
server.listen(Number(port), '127.0.0.1', () => {
  console.log(server.server.address().port)
})

// It ends with whoever started it, however that one ended.
process.stdin.resume().once('close', () => process.exit())
