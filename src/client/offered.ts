import type { Endpoint, Feature } from '../contract/endpoint.ts'
import { featureOfField } from '../contract/feature.ts'
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
    add(featureOfField(endpoint, name), name)
  }
  return [...needs].map(([feature, fields]) => ({ feature, fields }))
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
