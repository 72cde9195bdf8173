import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import PostalMime, { type Email } from 'postal-mime'
import { createSinkServer, type SinkBehaviour, type SunkMessage } from './smtp-sink-server.mjs'

export type { SinkBehaviour, SunkMessage }

export interface Sink {
  url: string
  port: number
  /** Connections that are open. */
  connections(): number
  messages(): SunkMessage[]
  stop(): Promise<void>
}

/** A relay in the process of the test, which keeps its messages in memory. */
export async function startSink(behaviour: SinkBehaviour = {}, port = 0): Promise<Sink> {
  const messages: SunkMessage[] = []
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

/** A relay in a process of its own, which writes each message to `file` before it answers 250. */
export async function startSinkProcess(
  file: string,
  behaviour: SinkBehaviour = {},
  port = 0,
): Promise<Omit<Sink, 'connections'>> {
  const program = resolve('test/support/smtp-sink-process.mjs')
  const child = spawn(process.execPath, [program, file, JSON.stringify(behaviour), String(port)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const [line] = await once(createInterface(child.stdout), 'line')
  return {
    url: `smtp://127.0.0.1:${line}`,
    port: Number(line),
    messages: () => readSunk(file),
    async stop() {
      const ended = once(child, 'exit')
      child.kill()
      await ended
    },
  }
}

/** What a sink process wrote, also after its end. */
export function readSunk(file: string): SunkMessage[] {
  if (!existsSync(file)) return []
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean)
  return lines.map((line) => {
    const message = JSON.parse(line) as Omit<SunkMessage, 'raw'> & { raw: string }
    return { ...message, raw: Buffer.from(message.raw, 'base64') }
  })
}

/** As an independent mail reader sees it. */
export const parseMessage = (raw: Buffer): Promise<Email> => PostalMime.parse(raw)
