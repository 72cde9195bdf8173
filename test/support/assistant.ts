import { PassThrough } from 'node:stream'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { ReadBuffer, serializeMessage } from '@modelcontextprotocol/sdk/shared/stdio.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import {
  ElicitRequestSchema,
  type ElicitResult,
  type JSONRPCMessage,
} from '@modelcontextprotocol/sdk/types.js'
import { run } from '../../src/cli/main.ts'
import { type Clock, systemClock } from '../../src/core/clock.ts'
import { newFolder } from './folder.ts'
import type { TestService } from './service.ts'

export interface ToolResult {
  isError: boolean
  /** All text parts, one per line. */
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into data of every shape
  data: any
}

export interface Assistant {
  client: Client
  call(name: string, args?: Record<string, unknown>): Promise<ToolResult>
  /** Calls the tool for its plan, then again with the confirmation, as if a person had agreed. */
  callConfirmed(name: string, args: Record<string, unknown>): Promise<ToolResult>
  close(): Promise<void>
}

/** Connects the official client to `/mcp` of a service. */
export async function connectOverHttp(
  { origin, token }: Pick<TestService, 'origin' | 'token'>,
  headers: Record<string, string> = {},
): Promise<Assistant> {
  const transport = new StreamableHTTPClientTransport(new URL(`${origin}/mcp`), {
    requestInit: { headers: { authorization: `Bearer ${token}`, ...headers } },
  })
  return connectClient(transport as Transport) // Its optional members have looser types.
}

/** The names of the tools that may be used. The others are listed too, and say what they need. */
export async function permittedTools({ client }: Assistant): Promise<string[]> {
  const { tools } = await client.listTools()
  return tools
    .filter(({ description }) => !description?.startsWith('NOT PERMITTED NOW'))
    .map(({ name }) => name)
}

export interface StdioAssistant extends Assistant {
  /** All of standard output so far. */
  stdout(): string
  stderr(): string
  /** The exit code, once standard input has ended. */
  ended: Promise<number>
}

interface StdioOptions {
  clock?: Clock
  env?: Record<string, string>
  /** How the user answers a question. Without it the client cannot ask. */
  elicit?: Elicit
}

type Elicit = (message: string) => ElicitResult | Promise<ElicitResult>

/** Connects the official client to `remite mcp`, which runs in this process. */
export async function connectOverStdio(
  server: Pick<TestService, 'url' | 'token'>,
  args: readonly string[] = [],
  { clock = systemClock, env = {}, elicit }: StdioOptions = {},
): Promise<StdioAssistant> {
  const folder = newFolder()
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()]
  const written = { stdout: '', stderr: '' }
  stderr.on('data', (chunk) => {
    written.stderr += chunk
  })
  const ended = run({
    argv: ['mcp', ...args],
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
    connectClient(transport, elicit),
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

async function connectClient(transport: Transport, elicit?: Elicit): Promise<Assistant> {
  const capabilities = elicit ? { elicitation: {} } : {}
  const client = new Client({ name: 'test', version: '1' }, { capabilities })
  if (elicit) {
    client.setRequestHandler(ElicitRequestSchema, ({ params }) => elicit(params.message))
  }
  await client.connect(transport)

  async function call(name: string, args: Record<string, unknown> = {}): Promise<ToolResult> {
    const { content, isError, structuredContent } = await client.callTool({
      name,
      arguments: args,
    })
    const parts = content as { type: string; text: string }[] // The tools return only text parts.
    return {
      isError: isError === true,
      text: parts.map(({ text }) => text).join('\n'),
      data: structuredContent,
    }
  }

  return {
    client,
    call,
    async callConfirmed(name, args) {
      const { data } = await call(name, args)
      return call(name, { ...args, confirmation: data.confirmation })
    },
    close: () => client.close(),
  }
}
