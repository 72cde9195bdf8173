import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import {
  CallToolRequestSchema,
  ErrorCode,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js'
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv-provider.js'
import manifest from '../../package.json' with { type: 'json' }
import { Failure } from '../core/failure.ts'
import { fill } from '../messages/fill.ts'
import { callTool } from './call-tool.ts'
import { permissionSentence } from './permission.ts'
import { promptsIn, readPrompt } from './prompts.ts'
import { listResources, readResource, resourceTemplates } from './resources.ts'
import type { Session } from './session.ts'
import { surface } from './surface.ts'
import { toolsFor } from './tools.ts'

/** One for all: each would be made anew for each request over HTTP, and we never ask a client for input. */
const jsonSchemaValidator = new AjvJsonSchemaValidator()

/** The protocol's side of a session. Not connected yet. */
export function createAssistantServer(session: Session): Server {
  const { words } = session
  const { own } = words
  // `McpServer` makes schemas of its own out of zod; ours come from the contract.
  const server = new Server(
    { name: manifest.name, version: manifest.version },
    {
      capabilities: { tools: {}, resources: {}, prompts: {} },
      instructions: own.instructions,
      jsonSchemaValidator,
    },
  )
  /** Whatever is thrown leaves in words of ours. */
  const answer = <T>(work: () => Promise<T>): Promise<T> =>
    work().catch((error: unknown) => {
      throw asProtocolError(error)
    })

  function asProtocolError(error: unknown): McpError {
    if (error instanceof McpError) return error
    const code = error instanceof Failure ? error.code : 'internal'
    return new McpError(ErrorCode.InternalError, fill(words.failures[code].sentence))
  }

  async function refuseReading(): Promise<void> {
    const account = await session.account()
    if (account.permissions.includes('read')) return
    throw new McpError(ErrorCode.InvalidRequest, permissionSentence(account, 'read', words))
  }

  server.setRequestHandler(ListToolsRequestSchema, () =>
    answer(async () => ({ tools: await toolsFor((await session.account()).permissions, words) })),
  )
  server.setRequestHandler(CallToolRequestSchema, ({ params }) =>
    answer(async () => {
      const tool = surface.find(({ name }) => name === params.name)
      if (!tool) throw new McpError(ErrorCode.InvalidParams, own.unknownTool)
      return callTool(session, tool, params.arguments ?? {})
    }),
  )
  server.setRequestHandler(ListResourcesRequestSchema, () =>
    answer(async () => {
      await refuseReading()
      return { resources: await listResources(session) }
    }),
  )
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () =>
    answer(async () => ({ resourceTemplates: resourceTemplates(words) })),
  )
  server.setRequestHandler(ReadResourceRequestSchema, ({ params }) =>
    answer(async () => {
      await refuseReading()
      const found = await readResource(session, params.uri)
      // The protocol's own number for it.
      if (!found) throw new McpError(-32002, own.unknownResource)
      return found
    }),
  )
  server.setRequestHandler(ListPromptsRequestSchema, () =>
    answer(async () => ({ prompts: promptsIn(words) })),
  )
  server.setRequestHandler(GetPromptRequestSchema, ({ params }) =>
    answer(async () => {
      const found = readPrompt(words, params.name, params.arguments)
      if (!found) throw new McpError(ErrorCode.InvalidParams, own.unknownPrompt)
      return found
    }),
  )
  return server
}
