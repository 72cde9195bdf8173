import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import type { Transport as ProtocolTransport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { createClient } from '../client/client.ts'
import type { Transport } from '../client/outcome.ts'
import type { Clock } from '../core/clock.ts'
import { jitter } from '../core/ids.ts'
import type { Language } from '../core/language.ts'
import { accountOf } from './account.ts'
import { createConfirmations } from './confirmations.ts'
import { createAssistantServer } from './server.ts'
import { loadWords } from './words.ts'

export interface DoorSettings {
  /** The API's base address, as requests of ours name it. */
  apiUrl: string
  /** Signs confirmations: the same in every process of the service. */
  key: Buffer
  clock: Clock
}

export interface McpPost {
  /** JSON already. */
  body: unknown
  headers: Readonly<Record<string, string>>
  token: string
  language: Language
  /** What `GET /users/me` told for that token. */
  account: object
  /** Carries requests into the service, as if they had come from outside. */
  transport: Transport
}

export interface McpAnswer {
  status: number
  headers: Record<string, string>
  body: string
}

export type Door = (post: McpPost) => Promise<McpAnswer>

/** Streamable HTTP without sessions: each request brings all that it needs, and any process may answer it. */
export function createDoor({ apiUrl, key, clock }: DoorSettings): Door {
  const confirmations = createConfirmations({ key, clock })

  return async ({ body, headers, token, language, account, transport: inward }) => {
    const client = createClient({
      apiUrl,
      token,
      language,
      clock,
      transport: inward,
      // Nothing is lost on the way to ourselves; what is refused is told at once.
      timeoutMs: 0,
      retries: 0,
      random: jitter,
      userAgent: 'remite-mcp',
      proxy: {},
    })
    const server = createAssistantServer({
      client,
      clock,
      confirmations,
      words: await loadWords(language),
      account: async () => accountOf(account),
    })
    // One answer each: there is nothing to be streamed, and proxies keep streams back.
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
    await server.connect(transport as ProtocolTransport) // its optional members are typed looser
    try {
      const asked = new Request('http://localhost/mcp', { method: 'POST', headers })
      const answered = await transport.handleRequest(asked, { parsedBody: body })
      return {
        status: answered.status,
        headers: Object.fromEntries(answered.headers),
        body: await answered.text(),
      }
    } finally {
      await server.close()
    }
  }
}
