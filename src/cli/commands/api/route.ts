import type { Method } from '../../../contract/endpoint.ts'
import { endpoints, type NamedEndpoint } from '../../../contract/index.ts'
import { Failure } from '../../../core/failure.ts'

export const methods: readonly Method[] = ['GET', 'POST', 'PUT', 'DELETE']

/** Where a call goes, and what the contract knows of it. */
export interface Route {
  method: Method
  /** Without its query. */
  path: string
  query: Record<string, string | string[]>
  /** Undefined for an address that the contract does not know. */
  known?: NamedEndpoint
  /** The values of the path's tokens, as text. */
  params: Record<string, string>
}

export function readRoute(methodWord: string, address: string): Route {
  const method = methods.find((known) => known === methodWord.toUpperCase())
  if (!method) {
    throw new Failure('not_a_choice', { values: { word: methodWord, choices: methods.join(', ') } })
  }
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
 * What the contract has at a path, by any method, those with the fewest open places first. A path is
 * compared as a lenient server reads it, so that no spelling of it goes around a confirmation.
 */
export function endpointsAt(path: string): NamedEndpoint[] {
  const parts = partsOf(path)
  const isAt = (places: readonly string[]) =>
    places.length === parts.length &&
    places.every((place, at) => isToken(place) || place.toLowerCase() === parts[at]?.toLowerCase())
  return endpoints
    .filter(({ endpoint }) => isAt(placesOf(endpoint.path)))
    .sort((one, other) => tokensIn(one) - tokensIn(other))
}

const isToken = (place: string): boolean => place.startsWith(':')

const placesOf = (path: string): string[] => path.split('/').filter((place) => place !== '')

const tokensIn = ({ endpoint }: NamedEndpoint): number =>
  placesOf(endpoint.path).filter(isToken).length

/** Dot segments resolved, empty ones dropped, each decoded. */
const partsOf = (path: string): string[] =>
  placesOf(new URL(`/${path.replace(/^[/\\]+/, '')}`, 'http://api.invalid').pathname).map(decode)

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part // A lone per cent sign stands for itself.
  }
}

const paramsIn = (path: string, template: string): Record<string, string> => {
  const parts = partsOf(path)
  const tokens = placesOf(template).map((place, at) => [place.slice(1), parts[at] ?? ''] as const)
  return Object.fromEntries(tokens.filter((_, at) => isToken(placesOf(template)[at] ?? '')))
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
