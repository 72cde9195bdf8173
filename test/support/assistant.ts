import { PassThrough } from 'node:stream'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { ReadBuffer, serializeMessage } from '@modelcontextprotocol/sdk/shared/stdio.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js'
import { run } from '../../src/cli/main.ts'
import { type Clock, systemClock } from '../../src/core/clock.ts'
import { newFolder } from './folder.ts'
import type { TestService } from './service.ts'

export interface ToolAnswer {
  isError: boolean
  /** All that was said, one text below the other. */
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into data of every shape
  data: any
}

export interface Assistant {
  client: Client
  call(name: string, given?: Record<string, unknown>): Promise<ToolAnswer>
  /** Plans and confirms, as when a person agrees. */
  confirmed(name: string, given: Record<string, unknown>): Promise<ToolAnswer>
  close(): Promise<void>
}

/** The official client at `/mcp` of a service. */
export async function overHttp(
  { origin, token }: Pick<TestService, 'origin' | 'token'>,
  headers: Record<string, string> = {},
): Promise<Assistant> {
  const transport = new StreamableHTTPClientTransport(new URL(`${origin}/mcp`), {
    requestInit: { headers: { authorization: `Bearer ${token}`, ...headers } },
  })
  return connected(transport as Transport) // its optional members are typed looser
}

export interface Stdio extends Assistant {
  /** Everything that was written to standard output. */
  stdout(): string
  stderr(): string
  /** The exit code, once standard input has ended. */
  ended: Promise<number>
}

/** The official client at `remite mcp`, which runs in this process. */
export async function overStdio(
  server: Pick<TestService, 'url' | 'token'>,
  words: readonly string[] = [],
  { clock = systemClock, env = {} }: { clock?: Clock; env?: Record<string, string> } = {},
): Promise<Stdio> {
  const folder = newFolder()
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()]
  const written = { stdout: '', stderr: '' }
  stderr.on('data', (chunk) => {
    written.stderr += chunk
  })
  const ended = run({
    argv: ['mcp', ...words],
    env: {
      REMITE_CONFIG_DIR: folder,
      REMITE_STATE_DIR: `${folder}/state`,
      REMITE_API_URL: server.url,
      REMITE_TOKEN: server.token,
      LANG: 'en_US.UTF-8',
      ...env,
    },
    stdin,
    stdout,
    stderr,
    machine: { platform: process.platform, home: folder },
    timezone: 'Europe/Madrid',
    clock,
    stopped: new AbortController().signal,
  })
  const buffer = new ReadBuffer()
  const transport: Transport = {
    async start() {
      stdout.on('data', (chunk: Buffer) => {
        written.stdout += chunk
        buffer.append(chunk)
        for (let next = buffer.readMessage(); next; next = buffer.readMessage()) {
          transport.onmessage?.(next)
        }
      })
    },
    async send(message: JSONRPCMessage) {
      stdin.write(serializeMessage(message))
    },
    async close() {
      stdin.end()
      transport.onclose?.()
    },
  }
  const assistant = await Promise.race([
    connected(transport),
    ended.then((code) => {
      throw new Error(`remite mcp ended with ${code}: ${written.stderr}`)
    }),
  ])
  return {
    ...assistant,
    ended,
    stdout: () => written.stdout,
    stderr: () => written.stderr,
    async close() {
      await assistant.close()
      await ended
    },
  }
}

async function connected(transport: Transport): Promise<Assistant> {
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(transport)

  async function call(name: string, given: Record<string, unknown> = {}): Promise<ToolAnswer> {
    const { content, isError, structuredContent } = await client.callTool({
      name,
      arguments: given,
    })
    const parts = content as { type: string; text: string }[] // texts alone are answered
    return {
      isError: isError === true,
      text: parts.map(({ text }) => text).join('\n'),
      data: structuredContent,
    }
  }

  return {
    client,
    call,
    async confirmed(name, given) {
      const { data } = await call(name, given)
      return call(name, { ...given, confirmation: data.confirmation })
    },
    close: () => client.close(),
  }
}
