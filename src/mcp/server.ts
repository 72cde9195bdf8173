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
import type { Account } from './account.ts'
import { callTool } from './call-tool.ts'
import { permissionSentence } from './permission.ts'
import { promptsIn, readPrompt } from './prompts.ts'
import { listResources, readResource, resourceTemplates } from './resources.ts'
import type { Session } from './session.ts'
import { toolSpecs } from './tool-specs.ts'
import { toolsFor } from './tools.ts'

/** Shared by all servers, which are created per HTTP request. Unused: we never request input from a client. */
const jsonSchemaValidator = new AjvJsonSchemaValidator()

/** Creates the MCP server of a session. The caller connects it. */
export function createAssistantServer(session: Session): Server {
  const { messages } = session
  const { assistant } = messages
  // Not `McpServer`, which derives schemas from zod: ours come from the contract.
  const server = new Server(
    { name: manifest.name, version: manifest.version },
    {
      capabilities: {
        tools: session.isConnected ? { listChanged: true } : {},
        ...{ resources: {}, prompts: {} },
      },
      instructions: assistant.instructions,
      jsonSchemaValidator,
    },
  )
  /** Converts every error to one of our sentences. */
  const answer = <T>(work: () => Promise<T>): Promise<T> =>
    work().catch((error: unknown) => {
      throw asProtocolError(error)
    })

  let listed: string | undefined
  /** Reads the account, and tells the client if other tools are allowed than those that it has listed. */
  async function readAccount(): Promise<Account> {
    const account = await session.account()
    const allowed = JSON.stringify([account.permissions, [...(account.scopes ?? [])]])
    if (session.isConnected && listed !== undefined && listed !== allowed) {
      await server.sendToolListChanged()
    }
    listed = allowed
    return account
  }
  /** The same session, for tools. */
  const watched: Session = { ...session, account: readAccount }

  function asProtocolError(error: unknown): McpError {
    if (error instanceof McpError) return error
    const code = error instanceof Failure ? error.code : 'internal'
    return new McpError(ErrorCode.InternalError, fill(messages.failures[code].sentence))
  }

  async function refuseReading(): Promise<void> {
    const account = await readAccount()
    if (account.permissions.includes('read')) return
    throw new McpError(ErrorCode.InvalidRequest, permissionSentence(account, 'read', messages))
  }

  server.setRequestHandler(ListToolsRequestSchema, () =>
    answer(async () => ({
      tools: await toolsFor(await readAccount(), messages),
    })),
  )
  server.setRequestHandler(CallToolRequestSchema, ({ params }) =>
    answer(async () => {
      const tool = toolSpecs.find(({ name }) => name === params.name)
      if (!tool) throw new McpError(ErrorCode.InvalidParams, assistant.unknownTool)
      return callTool(watched, tool, params.arguments ?? {})
    }),
  )
  server.setRequestHandler(ListResourcesRequestSchema, () =>
    answer(async () => {
      await refuseReading()
      return { resources: await listResources(session) }
    }),
  )
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () =>
    answer(async () => ({ resourceTemplates: resourceTemplates(messages) })),
  )
  server.setRequestHandler(ReadResourceRequestSchema, ({ params }) =>
    answer(async () => {
      await refuseReading()
      const found = await readResource(session, params.uri)
      // Resource not found, in the protocol.
      if (!found) throw new McpError(-32002, assistant.unknownResource)
      return found
    }),
  )
  server.setRequestHandler(ListPromptsRequestSchema, () =>
    answer(async () => ({ prompts: promptsIn(messages) })),
  )
  server.setRequestHandler(GetPromptRequestSchema, ({ params }) =>
    answer(async () => {
      const found = readPrompt(messages, params.name, params.arguments)
      if (!found) throw new McpError(ErrorCode.InvalidParams, assistant.unknownPrompt)
      return found
    }),
  )
  return server
}
