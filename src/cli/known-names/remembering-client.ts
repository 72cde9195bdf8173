import type { Client } from '../../client/client.ts'
import type { Fields } from '../../client/request.ts'
import type { Environment } from '../../config/env.ts'
import { stateFolder } from '../../config/folders.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { Failure } from '../../core/failure.ts'
import type { Host } from '../host/host.ts'
import { isCollection } from '../syntax/reference-kinds.ts'
import { eventCatalogueOf } from './event-catalogue.ts'
import { forgetName, namesFile, namesKey, rememberNames } from './names.ts'

interface Memory {
  environment: Environment
  host: Host
  apiUrl: string
}

/**
 * Returns a client that remembers the names of what it lists, reads, creates and renames, and forgets
 * what it deletes, for completion, which never calls a server.
 */
export function rememberingClient(client: Client, { environment, host, apiUrl }: Memory): Client {
  const file = namesFile(stateFolder(environment, host.machine))

  function note(endpoint: Endpoint, request: Fields, answer: unknown): void {
    const place = placeOf(endpoint)
    if (!place) return
    const key = namesKey(apiUrl, place.collection)
    const id = place.token === undefined ? undefined : request[place.token]
    if (endpoint.method === 'DELETE') forgetName(file, key, String(id))
    else if (endpoint.output.kind === 'list') {
      if (request.cursor === undefined) rememberNames(file, key, itemsOf(answer))
    } else if (endpoint.output.kind === 'one') {
      const known = endpoint.method === 'GET' ? {} : { ...request, id: undefined }
      rememberNames(file, key, [
        { ...known, ...(answer as object), ...(id !== undefined && { id }) },
      ])
    }
  }

  function noteEvents(endpoint: Endpoint, request: object, answer: unknown): void {
    const found = eventCatalogueOf(endpoint, request, answer)
    for (const [collection, items] of Object.entries(found)) {
      rememberNames(file, namesKey(apiUrl, collection), items)
    }
  }

  return {
    ...client,
    async call(endpoint, request, options) {
      try {
        const reply = await client.call(endpoint, request, options)
        note(endpoint, request as Fields, reply.data)
        noteEvents(endpoint, request, reply.data)
        return reply
      } catch (error) {
        const place = placeOf(endpoint)
        if (place?.token !== undefined && error instanceof Failure && error.code === 'not_found') {
          const id = String((request as Fields)[place.token])
          forgetName(file, namesKey(apiUrl, place.collection), id)
        }
        throw error
      }
    },
  }
}

/** The collection of a route such as `/lists/:id/fields`, and the token of an item in it. */
function placeOf({ path }: Endpoint): { collection: string; token?: string } | undefined {
  const parts = path.split('/').slice(1)
  const last = parts.at(-1) ?? ''
  const isItem = parts.length % 2 === 0
  if (isItem !== last.startsWith(':')) return undefined
  const collection = (isItem ? parts.at(-2) : last) ?? ''
  if (!isCollection(collection)) return undefined
  return isItem ? { collection, token: last.slice(1) } : { collection }
}

const itemsOf = (answer: unknown): readonly object[] =>
  (answer as { items: readonly object[] }).items // the output of a list endpoint
