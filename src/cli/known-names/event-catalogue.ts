import type { Endpoint } from '../../contract/endpoint.ts'
import type { NamedItem } from './names.ts'

interface Catalogue {
  events: NamedItem[]
  'event-properties': NamedItem[]
}

/** Returns the names and properties of events that a request or its answer contains. */
export function eventCatalogueOf(
  { path, method }: Pick<Endpoint, 'path' | 'method'>,
  request: object,
  answer: unknown,
): Catalogue {
  const catalogue: Catalogue = { events: [], 'event-properties': [] }
  const add = (name: unknown, properties: readonly unknown[] = []) => {
    if (typeof name !== 'string') return
    catalogue.events.push({ id: name, name })
    for (const property of properties) {
      if (typeof property !== 'string') continue
      catalogue['event-properties'].push({ id: `${name}\0${property}`, name: property })
    }
  }
  const { items = [] } = answer as { items?: readonly Record<string, unknown>[] }
  const keysOf = (properties: unknown) => Object.keys((properties ?? {}) as object)
  if (path === '/events' && method === 'POST') {
    const { name, properties } = request as { name?: string; properties?: object }
    add(name, keysOf(properties))
  } else if (path === '/events') for (const item of items) add(item.name, keysOf(item.properties))
  else if (path === '/events/names') for (const { name } of items) add(name)
  else if (path === '/events/properties') {
    for (const { event, property } of items) add(event, [property])
  } else if (path === '/segments/fields') {
    for (const { field, name, properties } of items) {
      if (field !== 'custom' || !Array.isArray(properties)) continue
      add(
        name,
        properties.map(({ property }) => property),
      )
    }
  }
  return catalogue
}
