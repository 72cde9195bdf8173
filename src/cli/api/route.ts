import type { Method } from '../../contract/endpoint.ts'
import { endpoints, type NamedEndpoint } from '../../contract/index.ts'
import { Failure } from '../../core/failure.ts'

export const methods: readonly Method[] = ['GET', 'POST', 'PUT', 'DELETE']

/** The route of a call, and its endpoint in the contract. */
export interface Route {
  method: Method
  /** Without the query. */
  path: string
  query: Record<string, string | string[]>
  /** Undefined for a route that the contract does not have. */
  known?: NamedEndpoint
  /** The values of the path tokens, as text. */
  params: Record<string, string>
}

export function readRoute(methodWord: string, address: string): Route {
  const method = methods.find((known) => known === methodWord)
  if (!method) throw new Failure('internal') // the parser has checked it
  const [path = '', query = ''] = address.split(/\?(.*)/s)
  const known = endpointsAt(path).find(({ endpoint }) => endpoint.method === method)
  return {
    method,
    path,
    query: readQuery(query),
    ...(known && { known }),
    params: known ? paramsIn(path, known.endpoint.path) : {},
  }
}

/**
 * The endpoints at a path, for any method, those with the fewest tokens first. Paths are normalized as a
 * lenient server does, so that no spelling avoids a confirmation.
 */
export function endpointsAt(path: string): NamedEndpoint[] {
  const parts = partsOf(path)
  const isAt = (segments: readonly string[]) =>
    segments.length === parts.length &&
    segments.every(
      (segment, index) => isToken(segment) || segment.toLowerCase() === parts[index]?.toLowerCase(),
    )
  return endpoints
    .filter(({ endpoint }) => isAt(segmentsOf(endpoint.path)))
    .sort((a, b) => tokensIn(a) - tokensIn(b))
}

const isToken = (segment: string): boolean => segment.startsWith(':')

const segmentsOf = (path: string): string[] => path.split('/').filter((segment) => segment !== '')

const tokensIn = ({ endpoint }: NamedEndpoint): number =>
  segmentsOf(endpoint.path).filter(isToken).length

/** The decoded segments of a path, without empty and dot segments. */
const partsOf = (path: string): string[] =>
  segmentsOf(new URL(`/${path.replace(/^[/\\]+/, '')}`, 'http://api.invalid').pathname).map(decode)

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part // a lone percent sign
  }
}

const paramsIn = (path: string, template: string): Record<string, string> => {
  const parts = partsOf(path)
  const tokens = segmentsOf(template).map(
    (segment, index) => [segment.slice(1), parts[index] ?? ''] as const,
  )
  return Object.fromEntries(tokens.filter((_, index) => isToken(segmentsOf(template)[index] ?? '')))
}

function readQuery(text: string): Route['query'] {
  const given = new URLSearchParams(text)
  return Object.fromEntries(
    [...new Set(given.keys())].map((name) => {
      const [first = '', ...others] = given.getAll(name)
      return [name, others.length > 0 ? [first, ...others] : first]
    }),
  )
}
