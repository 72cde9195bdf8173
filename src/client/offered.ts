import type * as z from 'zod'
import type { Endpoint, Feature } from '../contract/endpoint.ts'
import { featureOf } from '../contract/feature.ts'
import type { Answered } from './outcome.ts'
import type { Fields } from './request.ts'

/** A feature that a request needs, and which of its fields need it (none: the whole route). */
export interface Need {
  feature: Feature
  fields: string[]
}

/** What a server must announce before this request may go to it. */
export function needsOf(endpoint: Endpoint, request: Fields): Need[] {
  const needs = new Map<Feature, string[]>()
  const add = (feature: Feature | undefined, ...fields: string[]) => {
    if (feature) needs.set(feature, [...(needs.get(feature) ?? []), ...fields])
  }
  add(endpoint.feature)
  for (const [name, value] of Object.entries(request)) {
    if (value === undefined) continue
    const field = fieldOf(endpoint, name)
    if (field) add(featureOf(field), name)
  }
  return [...needs].map(([feature, fields]) => ({ feature, fields }))
}

function fieldOf({ query, body }: Endpoint, name: string): z.ZodType | undefined {
  // Many rows at once come with what is said about all of them.
  if (body.kind === 'rows' && name === body.key) return body.rest
  const field = query.shape[name] ?? (body.kind === 'json' ? body.schema.shape[name] : undefined)
  return field as z.ZodType | undefined // zod's shape is typed by its core
}

export interface Announced {
  has(feature: string): boolean
  /** Whether this server has spoken in this run; what is known from before may be old. */
  isFresh(): boolean
  note(answered: Answered): void
}

interface AnnouncedSettings {
  /** From an earlier run. */
  features?: ReadonlySet<string> | undefined
  /** Called when they turn out to be others. */
  onFeatures?: ((features: ReadonlySet<string>) => void) | undefined
}

/** Keeps what a server announces in `API-Features`; a good answer without that header announces nothing. */
export function createAnnounced({ features, onFeatures }: AnnouncedSettings): Announced {
  let known = features
  let isFresh = false
  return {
    has: (feature) => known?.has(feature) ?? false,
    isFresh: () => isFresh,
    note({ status, headers }) {
      const header = headers['api-features']
      // An error may be a proxy's on the way, which knows nothing of the server behind it.
      if (header === undefined && (status < 200 || status >= 300)) return
      const heard = readFeatures(header ?? '')
      isFresh = true
      if (known && [...known].sort().join() === [...heard].sort().join()) return
      known = heard
      onFeatures?.(heard)
    },
  }
}

const readFeatures = (header: string): ReadonlySet<string> =>
  new Set(
    header
      .split(',')
      .map((name) => name.trim().toLowerCase())
      .filter((name) => name !== ''),
  )
