import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createConnection } from 'node:net'
import { dirname, resolve } from 'node:path'
import { freePort } from '../test/support/free-port.ts'
import { waitFor } from '../test/support/wait.ts'

// Debian's package `postfix` has it. SMTP_SINK names one that was unpacked somewhere else, as the tests with real
// relays unpack it.
const places = [
  process.env.SMTP_SINK ?? '',
  '/usr/sbin/smtp-sink',
  resolve('node_modules/.cache/mail-servers/postfix/usr/sbin/smtp-sink'),
]

export interface SmtpSink {
  port: number
  stop(): void
}

/** Starts Postfix's smtp-sink, a relay in C that accepts all messages and discards them. */
export async function startSmtpSink(flags: readonly string[] = []): Promise<SmtpSink> {
  const program = places.find((path) => path !== '' && existsSync(path))
  if (!program) throw new Error('smtp-sink is missing: apt-get install postfix, or set SMTP_SINK')
  const port = await freePort()
  // It refuses to run as root.
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  const child = spawn(program, [...flags, ...user, `127.0.0.1:${port}`, '1000'], {
    stdio: 'ignore',
    // Its libraries are beside it.
    env: { LD_LIBRARY_PATH: resolve(dirname(program), '../lib/postfix') },
  })
  child.once('exit', (code) => {
    if (code !== null && code !== 0) throw new Error(`smtp-sink ended with ${code}`)
  })
  process.once('exit', () => child.kill())
  await waitFor(() => accepts(port))
  return { port, stop: () => child.kill() }
}

const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = createConnection(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
