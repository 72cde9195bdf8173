import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js'
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
  type ServerNotification,
  type ServerRequest,
} from '@modelcontextprotocol/sdk/types.js'
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv-provider.js'
import manifest from '../../package.json' with { type: 'json' }
import { Failure } from '../core/failure.ts'
import { fill } from '../messages/fill.ts'
import { type Account, permissionsText } from './account.ts'
import { callTool } from './call-tool.ts'
import { askThrough } from './elicitation.ts'
import { permissionSentence, refusalFor } from './permission.ts'
import { missingFor, promptsFor, readPrompt } from './prompts.ts'
import { listResources, readResource, resourceTemplates } from './resources.ts'
import type { Session } from './session.ts'
import { toolSpecs } from './tool-specs.ts'
import { toolsFor } from './tools.ts'

/** Shared by all servers, which are created per HTTP request. It checks what users answer. */
const jsonSchemaValidator = new AjvJsonSchemaValidator()

type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>

/** Creates the MCP server of a session. The caller connects it. */
export function createAssistantServer(session: Session): Server {
  const { messages } = session
  const { assistant } = messages
  // Not `McpServer`, which derives schemas from zod: ours come from the contract.
  const server = new Server(
    { name: manifest.name, version: manifest.version },
    {
      capabilities: {
        tools: { listChanged: true },
        prompts: { listChanged: true },
        resources: {},
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

  /** Reads the account, and tells the client if it may do something else than before. */
  async function readAccount({ sendNotification }: Extra): Promise<Account> {
    const account = await session.account()
    if (session.hasChanged(permissionsText(account))) {
      // Notifications of the request, because a stateless connection has no others.
      await sendNotification({ method: 'notifications/tools/list_changed' })
      await sendNotification({ method: 'notifications/prompts/list_changed' })
    }
    return account
  }

  function asProtocolError(error: unknown): McpError {
    if (error instanceof McpError) return error
    const code = error instanceof Failure ? error.code : 'internal'
    return new McpError(ErrorCode.InternalError, fill(messages.failures[code].sentence))
  }

  async function refuseReading(extra: Extra): Promise<void> {
    const account = await readAccount(extra)
    if (account.permissions.includes('read')) return
    throw new McpError(ErrorCode.InvalidRequest, permissionSentence(account, 'read', messages))
  }

  server.setRequestHandler(ListToolsRequestSchema, (_, extra) =>
    answer(async () => ({
      tools: await toolsFor(await readAccount(extra), messages),
    })),
  )
  server.setRequestHandler(CallToolRequestSchema, ({ params }, extra) =>
    answer(async () => {
      const tool = toolSpecs.find(({ name }) => name === params.name)
      if (!tool) throw new McpError(ErrorCode.InvalidParams, assistant.unknownTool)
      const signal = session.closed ? AbortSignal.any([extra.signal, session.closed]) : extra.signal
      const ask = askThrough(server, { messages, signal })
      const asking = { ...session, ask, account: () => readAccount(extra) }
      return callTool(asking, tool, params.arguments ?? {})
    }),
  )
  server.setRequestHandler(ListResourcesRequestSchema, (_, extra) =>
    answer(async () => {
      await refuseReading(extra)
      return { resources: await listResources(session) }
    }),
  )
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () =>
    answer(async () => ({ resourceTemplates: resourceTemplates(messages) })),
  )
  server.setRequestHandler(ReadResourceRequestSchema, ({ params }, extra) =>
    answer(async () => {
      await refuseReading(extra)
      const found = await readResource(session, params.uri)
      // Resource not found, in the protocol.
      if (!found) throw new McpError(-32002, assistant.unknownResource)
      return found
    }),
  )
  server.setRequestHandler(ListPromptsRequestSchema, (_, extra) =>
    answer(async () => ({ prompts: promptsFor(await readAccount(extra), messages) })),
  )
  server.setRequestHandler(GetPromptRequestSchema, ({ params }, extra) =>
    answer(async () => {
      const account = await readAccount(extra)
      const missing = missingFor(account, params.name)
      if (missing) {
        throw new McpError(ErrorCode.InvalidRequest, refusalFor(account, missing, messages))
      }
      const found = readPrompt(messages, params.name, params.arguments)
      if (!found) throw new McpError(ErrorCode.InvalidParams, assistant.unknownPrompt)
      return found
    }),
  )
  return server
}
