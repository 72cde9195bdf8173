import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import PostalMime, { type Email } from 'postal-mime'
import { createSinkServer, type SinkBehaviour, type SinkMessage } from './smtp-sink-server.mjs'

export type { SinkBehaviour, SinkMessage }

export interface Sink {
  url: string
  port: number
  /** The number of open connections. */
  connections(): number
  messages(): SinkMessage[]
  stop(): Promise<void>
}

/** Starts a relay in the process of the test. It keeps its messages in memory. */
export async function startSink(behaviour: SinkBehaviour = {}, port = 0): Promise<Sink> {
  const messages: SinkMessage[] = []
  const server = createSinkServer(behaviour, (message) => messages.push(message))
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  const address = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    port: address.port,
    connections: () => server.connections.size,
    messages: () => [...messages],
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const { _socket } of server.connections) _socket.destroy()
      }),
  }
}

/** Starts a relay in a separate process. It writes each message to `file` before it replies 250. */
export async function startSinkProcess(
  file: string,
  behaviour: SinkBehaviour = {},
  port = 0,
): Promise<Omit<Sink, 'connections'>> {
  const program = resolve('test/support/mail/smtp-sink-process.mjs')
  const child = spawn(process.execPath, [program, file, JSON.stringify(behaviour), String(port)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const [line] = await once(createInterface(child.stdout), 'line')
  return {
    url: `smtp://127.0.0.1:${line}`,
    port: Number(line),
    messages: () => readSinkMessages(file),
    async stop() {
      const exited = once(child, 'exit')
      child.kill()
      await exited
    },
  }
}

/** Reads the messages that a sink process wrote, also after it has ended. */
export function readSinkMessages(file: string): SinkMessage[] {
  if (!existsSync(file)) return []
  const text = readFileSync(file, 'utf8')
  // The sink may be writing the last line.
  const lines = text
    .slice(0, text.lastIndexOf('\n') + 1)
    .split('\n')
    .filter(Boolean)
  return lines.map((line) => {
    const message = JSON.parse(line) as Omit<SinkMessage, 'raw'> & { raw: string }
    return { ...message, raw: Buffer.from(message.raw, 'base64') }
  })
}

/** Parses a message with a library that the service does not use. */
export const parseMessage = (raw: Buffer): Promise<Email> => PostalMime.parse(raw)
