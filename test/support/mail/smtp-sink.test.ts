import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createPool } from '../../../src/service/smtp/pool.ts'
import { parseMessage, readSinkMessages, startSinkProcess } from './smtp-sink.ts'

test('a sink process has written a message when it answers, and refuses what it is told to', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sink-'))
  const file = join(folder, 'messages.ndjson')
  const sink = await startSinkProcess(file, { refuse: '^nadie@' })
  const pool = createPool({ url: sink.url, connections: 1 })
  const raw = Buffer.from('Subject: =?UTF-8?Q?A=C3=B1o?=\r\n\r\nHola\r\n')
  const submission = { from: 'b@rebotes.example', to: 'ana@correo.example', raw }
  try {
    expect((await pool.send(submission)).state).toBe('sent')
    expect(readSinkMessages(file)).toMatchObject([{ to: ['ana@correo.example'], raw }])
    expect((await pool.send({ ...submission, to: 'nadie@correo.example' })).code).toBe(550)
    const [message] = sink.messages()
    expect((await parseMessage(message?.raw ?? Buffer.alloc(0))).subject).toBe('Año')
  } finally {
    await pool.close()
    await sink.stop()
    rmSync(folder, { recursive: true })
  }
})
