import type { Clock } from '../../../core/clock.ts'
import { applyLimit } from '../../http/guard.ts'
import { Form } from '../../http/input.ts'
import type { Limits } from '../../http/limits/limits.ts'
import type { FormFields } from '../../http/page.ts'
import { servePages } from '../../http/serve-pages.ts'
import type { createServer } from '../../http/server.ts'
import type { Service } from '../../service.ts'
import { metadataDocuments, oauthPaths } from './addresses.ts'
import { readClientMetadata } from './client-metadata.ts'
import { consentPages } from './consent-page.ts'
import { OAuthError } from './oauth-error.ts'
import { registerClient } from './registered-client.ts'
import { exchangeToken, revokeToken } from './token.ts'

type Server = ReturnType<typeof createServer>

/** A registration with all redirect URIs, or a token request. */
const maxBodyBytes = 32 * 1024

/**
 * Serves the authorization server of the MCP endpoint: metadata, registration of clients, the consent page
 * and tokens. It is no part of the contract, because OAuth has its own requests, answers and errors.
 */
export async function serveOAuth(
  server: Server,
  service: Service,
  { limits, clock }: { limits: Limits; clock: Clock },
): Promise<void> {
  const { settings, secrets } = service

  for (const [path, document] of Object.entries(metadataDocuments(settings))) {
    serve('GET', path, async () => ({ body: document }))
  }
  serve('POST', oauthPaths.register, async (body) => {
    const metadata = readClientMetadata(body)
    const issuedAt = Math.floor(clock.now() / 1000)
    return {
      status: 201,
      body: {
        client_id: registerClient(metadata, issuedAt, secrets.mac),
        client_id_issued_at: issuedAt,
        ...(metadata.name !== '' && { client_name: metadata.name }),
        redirect_uris: metadata.redirectUris,
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
      },
    }
  })
  serve('POST', oauthPaths.token, async (body) => ({
    body: await exchangeToken(service, fieldsOf(body)),
  }))
  serve('POST', oauthPaths.revoke, async (body) => {
    await revokeToken(service, fieldsOf(body))
    return { body: {} }
  })
  await servePages(server, consentPages(service), { limits, clock })

  function serve(
    method: 'GET' | 'POST',
    url: string,
    handle: (body: unknown) => Promise<{ status?: number; body: object }>,
  ): void {
    server.route({
      method,
      url,
      bodyLimit: maxBodyBytes,
      onRequest: (request, reply) => applyLimit(limits.ofPage(request.ip), clock, reply),
      async handler(request, reply) {
        reply.header('cache-control', 'no-store').header('x-content-type-options', 'nosniff')
        try {
          const { status = 200, body } = await handle(request.body)
          return reply.code(status).send(body)
        } catch (error) {
          if (!(error instanceof OAuthError)) throw error
          const { code, message } = error
          return reply.code(400).send({ error: code, error_description: message })
        }
      },
    })
  }
}

function fieldsOf(body: unknown): FormFields {
  if (body instanceof Form) return body.fields
  throw new OAuthError('invalid_request', 'The body must be a form.')
}
