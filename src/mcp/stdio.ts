import type { Readable, Writable } from 'node:stream'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import type { Client } from '../client/client.ts'
import type { Clock } from '../core/clock.ts'
import { randomBuffer } from '../core/ids.ts'
import type { Language } from '../core/language.ts'
import { readAccount } from './account.ts'
import { createConfirmations } from './confirmations.ts'
import { loadMcpMessages } from './messages.ts'
import { createChangeCheck } from './permission-changes.ts'
import { createAssistantServer } from './server.ts'
import type { Permission } from './tool-specs.ts'

const keyBytes = 32

interface Streams {
  stdin: Readable
  stdout: Writable
  stopped: AbortSignal
}

interface StdioSettings extends Streams {
  client: Client
  language: Language
  clock: Clock
  /** The maximum permissions; by default those of the account. */
  allowed?: readonly Permission[]
  /** Called with the name of the assistant, as it introduces itself. */
  onAssistant?: (name: string) => void
}

/** Serves until the input ends or a stop signal. Requests received by then are answered. */
export async function serveStdio(settings: StdioSettings): Promise<void> {
  const { client, clock, stdin, stdout, allowed, onAssistant } = settings
  // Fail before the handshake if the server cannot be reached or there is no session.
  await readAccount(client, allowed)
  const gone = new AbortController()
  const server = createAssistantServer({
    client,
    clock,
    messages: await loadMcpMessages(settings.language),
    // The key, and so every confirmation, ends with the process.
    confirmations: createConfirmations({ key: randomBuffer(keyBytes), clock }),
    closed: gone.signal,
    hasChanged: createChangeCheck(),
    account: () => readAccount(client, allowed),
  })
  server.oninitialized = () => {
    const { name = '', version = '' } = server.getClientVersion() ?? {}
    // It becomes part of a header.
    onAssistant?.(
      `${name} ${version}`
        .replace(/[^\w ./-]/g, '')
        .trim()
        .slice(0, 80),
    )
  }
  const transport = new StdioServerTransport(stdin, stdout)
  const ended = once(stdin, ['end', 'close', 'error'])
  // A question to the user can no longer be answered.
  ended.then(() => gone.abort())
  const disconnected = Promise.race([once(stdout, ['close', 'error']), stop(settings), closed()])
  await server.connect(transport)
  await Promise.race([disconnected, ended.then(answersOf(transport))])
  await server.close()

  function closed(): Promise<void> {
    return new Promise((resolve) => {
      server.onclose = resolve
    })
  }
}

const once = (stream: Readable | Writable, signs: readonly string[]): Promise<void> =>
  new Promise((resolve) => {
    for (const sign of signs) stream.once(sign, () => resolve())
  })

const stop = ({ stopped }: Streams): Promise<void> =>
  new Promise((resolve) => {
    stopped.addEventListener('abort', () => resolve(), { once: true })
    if (stopped.aborted) resolve()
  })

/** Tracks the requests of a connected transport, to wait until all are answered. */
function answersOf(transport: StdioServerTransport): () => Promise<void> {
  const open = new Set<string | number>()
  let notify = () => {}
  const complete = (id: unknown) => {
    open.delete(id as string | number) // unknown ids are not in the set
    if (open.size === 0) notify()
  }
  const receive = transport.onmessage
  transport.onmessage = (message) => {
    const isRequest = 'method' in message && 'id' in message
    if (isRequest) open.add(message.id)
    receive?.(message)
    const isCancelled = 'method' in message && message.method === 'notifications/cancelled'
    if (isCancelled) complete(message.params?.requestId)
  }
  const send = transport.send.bind(transport)
  transport.send = async (message) => {
    await send(message)
    if (!('method' in message)) complete(message.id)
  }
  return () =>
    new Promise((resolve) => {
      notify = resolve
      if (open.size === 0) resolve()
    })
}
