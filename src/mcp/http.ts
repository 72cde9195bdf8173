import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import type { Transport as ProtocolTransport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { createClient } from '../client/client.ts'
import type { Transport } from '../client/outcome.ts'
import type { Clock } from '../core/clock.ts'
import { jitter } from '../core/ids.ts'
import type { Language } from '../core/language.ts'
import { accountOf, permissionsText } from './account.ts'
import { createConfirmations, digestOf } from './confirmations.ts'
import { loadMcpMessages } from './messages.ts'
import { createChangeChecks } from './permission-changes.ts'
import { createAssistantServer } from './server.ts'

interface McpHandlerSettings {
  /** The base URL of the API for internal requests. */
  apiUrl: string
  /** Signs confirmations. The same in every process of the service. */
  key: Buffer
  clock: Clock
}

interface McpPost {
  /** The parsed JSON. */
  body: unknown
  headers: Readonly<Record<string, string>>
  token: string
  language: Language
  /** The answer of `GET /users/me` for this token. */
  account: object
  /** Sends requests into the service as if they came from outside. */
  transport: Transport
}

interface McpAnswer {
  status: number
  headers: Record<string, string>
  body: string
}

type McpHandler = (post: McpPost) => Promise<McpAnswer>

/** Streamable HTTP without sessions: each request is self-contained and any process can answer it. */
export function createMcpHandler({ apiUrl, key, clock }: McpHandlerSettings): McpHandler {
  const confirmations = createConfirmations({ key, clock })
  // What this process has told each token. Another process may have told it something else.
  const changesOf = createChangeChecks()

  return async ({ body, headers, token, language, account, transport: serviceTransport }) => {
    const client = createClient({
      apiUrl,
      token,
      language,
      clock,
      transport: serviceTransport,
      // Internal requests are never lost, so there is no timeout and no retry.
      timeoutMs: 0,
      retries: 0,
      random: jitter,
      userAgent: 'remite-mcp',
      proxy: {},
    })
    const read = accountOf(account)
    const hasChanged = isFollowed(body) && changesOf(digestOf(token))(permissionsText(read))
    const server = createAssistantServer({
      client,
      clock,
      confirmations,
      messages: await loadMcpMessages(language),
      account: async () => read,
      hasChanged: () => hasChanged,
    })
    // One JSON answer per request: nothing is streamed, and proxies buffer streams. Only an answer with a
    // notification before it is a stream, which is sent as a whole.
    const transport = new WebStandardStreamableHTTPServerTransport({
      enableJsonResponse: !hasChanged,
    })
    await server.connect(transport as ProtocolTransport) // its optional members have looser types
    try {
      const request = new Request('http://localhost/mcp', { method: 'POST', headers })
      const answer = await transport.handleRequest(request, { parsedBody: body })
      return {
        status: answer.status,
        headers: Object.fromEntries(answer.headers),
        body: await answer.text(),
      }
    } finally {
      await server.close()
    }
  }
}

/** Whether a message is a request whose answer depends on permissions. */
const isFollowed = (body: unknown): boolean =>
  typeof body === 'object' &&
  body !== null &&
  'id' in body &&
  'method' in body &&
  /^(tools|prompts|resources)\//.test(String(body.method)) &&
  body.method !== 'resources/templates/list'
