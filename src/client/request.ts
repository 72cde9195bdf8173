import type { Endpoint } from '../contract/endpoint.ts'
import { fillPath, tokensOf } from '../contract/path.ts'
import { Failure } from '../core/failure.ts'
import { xsidPattern } from '../core/xsid.ts'

export type Fields = Readonly<Record<string, unknown>>

/** A request before it is sent. `--dry-run` and idempotency keys use it too. */
export interface Resolved {
  method: string
  url: string
  body?: Fields
}

/**
 * Puts each field of a flat request into the path, the query or the body. Unknown fields go to the
 * body, or to the query of requests without a body, because other servers accept more. Throws
 * `usage` for an invalid path value.
 */
export function resolveRequest(apiUrl: string, endpoint: Endpoint, request: Fields): Resolved {
  const { method, path, body } = endpoint
  const tokens = new Set<string>(tokensOf(path))
  const hasBody = method !== 'GET' && body.kind !== 'file'
  const query: Record<string, unknown> = {}
  const sent: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(request)) {
    if (value === undefined || tokens.has(name)) continue
    if (hasBody && !Object.hasOwn(endpoint.query.shape, name)) sent[name] = value
    else query[name] = value
  }
  return {
    method,
    url: apiUrl + pathOf(path, request) + queryText(query),
    ...(Object.keys(sent).length > 0 && { body: sent }),
  }
}

/**
 * Returns the URL of any path below the API's address. Throws `usage` for a path outside of it,
 * which must not receive the token.
 */
export function resolveRawUrl(apiUrl: string, path: string, query: Fields): string {
  const base = new URL(`${apiUrl}/`)
  const url = `${apiUrl}/${path.replace(/^\//, '')}`
  const { origin, pathname } = new URL(url)
  if (origin !== base.origin || !pathname.startsWith(base.pathname)) throw badValue('path')
  const more = queryText(query)
  return path.includes('?') ? url + more.replace('?', '&') : url + more
}

function pathOf(path: string, values: Fields): string {
  for (const token of tokensOf(path)) {
    const value = values[token]
    if (value === undefined || value === null || value === '') {
      throw new Failure('usage', { problems: [{ field: token, code: 'required' }] })
    }
    const text = String(value)
    if (!text.isWellFormed() || (token === 'xsid' && !xsidPattern.test(text))) throw badValue(token)
  }
  const filled = fillPath(path, values)
  if (filled === undefined) throw badValue(tokensOf(path)[0] ?? 'path')
  return filled
}

const badValue = (field: string): Failure =>
  new Failure('usage', { problems: [{ field, code: 'bad_pattern' }] })

/** A list repeats its name. Flags are `1`, as the specification requires. */
function queryText(query: Fields): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const each of [value].flat()) parameters.append(name, queryValue(each))
  }
  const cursor = parameters.get('cursor')
  if (cursor?.startsWith('?')) followLink(parameters, cursor)
  const text = parameters.toString()
  return text === '' ? '' : `?${text}`
}

const queryValue = (value: unknown): string =>
  typeof value === 'boolean' ? String(Number(value)) : String(value ?? '')

/** Some servers only link to the next page. Their cursor is the query of that link. */
function followLink(parameters: URLSearchParams, link: string): void {
  parameters.delete('cursor')
  for (const [name, value] of new URLSearchParams(link)) parameters.set(name, value)
}
