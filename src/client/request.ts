import type { Endpoint } from '../contract/endpoint.ts'
import { fillPath, tokensOf } from '../contract/path.ts'
import { Failure } from '../core/failure.ts'
import { xsidPattern } from '../core/xsid.ts'

export type Fields = Readonly<Record<string, unknown>>

/** A request as it will go out, for `--dry-run` and idempotency keys too. */
export interface Resolved {
  method: string
  url: string
  body?: Fields
}

/**
 * Puts each field of a flat request where the endpoint has it: path, query, body. What the contract
 * does not know goes to the body, or to the query where there is none: other servers take more.
 * Throws `usage` for a path value that no server could be asked for.
 */
export function resolve(apiUrl: string, endpoint: Endpoint, request: Fields): Resolved {
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
 * A call of any address below the API's. Throws `usage` for a path that leads out of it, where the
 * token has no business.
 */
export function resolveRaw(apiUrl: string, path: string, query: Fields): string {
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

/** A list is its name repeated; the specification's flags are `1`. */
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

/** The cursor of a server that only links to its next page is that link's query. */
function followLink(parameters: URLSearchParams, link: string): void {
  parameters.delete('cursor')
  for (const [name, value] of new URLSearchParams(link)) parameters.set(name, value)
}
