import type { ServiceSettings } from '../../service.ts'

type PublicUrl = Pick<ServiceSettings, 'publicUrl'>

/** The paths below the public address. */
export const oauthPaths = {
  register: '/oauth/register',
  authorize: '/oauth/authorize',
  token: '/oauth/token',
  revoke: '/oauth/revoke',
} as const

const resourcePath = '/.well-known/oauth-protected-resource'

/** The MCP endpoint, which names what tokens are for. They are worth their scopes on the API too. */
export const resourceOf = ({ publicUrl }: PublicUrl): string => `${publicUrl}/mcp`

/** Whether a client means the MCP endpoint, in any notation of its scheme and host. */
export function isResource(settings: PublicUrl, given: string): boolean {
  const resource = resourceOf(settings)
  const normal = given.replace(/^[a-z]+:\/\/[^/?#]+/i, (start) => start.toLowerCase())
  return normal.replace(/\/$/, '') === resource
}

/** The header of a 401 at the MCP endpoint (RFC 9728, 5.1), from which a client finds everything else. */
export function challengeOf({ publicUrl }: PublicUrl, hasToken: boolean): string {
  const metadata = `resource_metadata="${publicUrl}${resourcePath}/mcp", scope="act"`
  return `Bearer ${hasToken ? 'error="invalid_token", ' : ''}${metadata}`
}

/** Returns the metadata documents by their paths (RFC 9728, RFC 8414). */
export function metadataDocuments({ publicUrl }: PublicUrl): Readonly<Record<string, object>> {
  const scopes = ['read', 'draft', 'act']
  const resource = {
    resource: resourceOf({ publicUrl }),
    resource_name: 'remite',
    authorization_servers: [publicUrl],
    scopes_supported: scopes,
    bearer_methods_supported: ['header'],
  }
  const server = {
    issuer: publicUrl,
    authorization_endpoint: publicUrl + oauthPaths.authorize,
    token_endpoint: publicUrl + oauthPaths.token,
    registration_endpoint: publicUrl + oauthPaths.register,
    revocation_endpoint: publicUrl + oauthPaths.revoke,
    scopes_supported: scopes,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    code_challenge_methods_supported: ['S256'],
    client_id_metadata_document_supported: true,
    authorization_response_iss_parameter_supported: true,
  }
  // Empty, or the path below which a proxy serves us. The well-known part then goes before it.
  const path = new URL(publicUrl).pathname.replace(/\/$/, '')
  const serverPaths = ['oauth-authorization-server', 'openid-configuration'].flatMap((name) => [
    `/.well-known/${name}`,
    `/.well-known/${name}${path}`,
  ])
  return {
    ...Object.fromEntries(serverPaths.map((each) => [each, server])),
    [resourcePath]: resource,
    [`${resourcePath}/mcp`]: resource,
    [`${resourcePath}${path}/mcp`]: resource,
  }
}
