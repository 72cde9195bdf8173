import { randomBytes } from 'node:crypto'
import type { Readable, Writable } from 'node:stream'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import type { Client } from '../client/client.ts'
import type { Clock } from '../core/clock.ts'
import type { Language } from '../core/language.ts'
import { readAccount } from './account.ts'
import { createConfirmations } from './confirmations.ts'
import { createAssistantServer } from './server.ts'
import type { Permission } from './surface.ts'
import { loadWords } from './words.ts'

const keyBytes = 32

interface Streams {
  stdin: Readable
  stdout: Writable
  stopped: AbortSignal
}

export interface StdioSettings extends Streams {
  client: Client
  language: Language
  clock: Clock
  /** What an assistant may do at most; absent: what the account says. */
  allowed?: readonly Permission[]
}

/** Answers on these streams until the input ends, or it is stopped. What has come by then is answered. */
export async function serveStdio(settings: StdioSettings): Promise<void> {
  const { client, clock, stdin, stdout, allowed } = settings
  // Who cannot be asked for, or has no session, is told before anything is promised.
  await readAccount(client, allowed)
  const server = createAssistantServer({
    client,
    clock,
    words: await loadWords(settings.language),
    // Its confirmations end with it.
    confirmations: createConfirmations({ key: randomBytes(keyBytes), clock }),
    account: () => readAccount(client, allowed),
  })
  const transport = new StdioServerTransport(stdin, stdout)
  const ended = once(stdin, ['end', 'close', 'error'])
  const gone = Promise.race([once(stdout, ['close', 'error']), stop(settings), closed()])
  await server.connect(transport)
  await Promise.race([gone, ended.then(answersOf(transport))])
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

/** Watches a connected transport, for whoever wants to wait until every request has its answer. */
function answersOf(transport: StdioServerTransport): () => Promise<void> {
  const asked = new Set<string | number>()
  let tell = () => {}
  const settle = (id: unknown) => {
    asked.delete(id as string | number) // what is no id of a request is not in it
    if (asked.size === 0) tell()
  }
  const receive = transport.onmessage
  transport.onmessage = (message) => {
    const isRequest = 'method' in message && 'id' in message
    if (isRequest) asked.add(message.id)
    receive?.(message)
    const isCancelled = 'method' in message && message.method === 'notifications/cancelled'
    if (isCancelled) settle(message.params?.requestId)
  }
  const send = transport.send.bind(transport)
  transport.send = async (message) => {
    await send(message)
    if (!('method' in message)) settle(message.id)
  }
  return () =>
    new Promise((resolve) => {
      tell = resolve
      if (asked.size === 0) resolve()
    })
}
