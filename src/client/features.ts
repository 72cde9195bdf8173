import type { Endpoint, Feature } from '../contract/endpoint.ts'
import { featureOfField } from '../contract/feature.ts'
import type { Answered } from './outcome.ts'
import type { Fields } from './request.ts'

/**
 * A feature that a request needs, and the fields that need it. Without fields, the whole route
 * needs it.
 */
interface Need {
  feature: Feature
  fields: string[]
}

/** Returns the features that a server must announce before it may receive this request. */
export function featuresNeeded(endpoint: Endpoint, request: Fields): Need[] {
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

export interface AnnouncedFeatures {
  has(feature: string): boolean
  /** Whether the server has responded in this run. Features from an earlier run may be outdated. */
  isFresh(): boolean
  note(answered: Answered): void
}

interface AnnouncedSettings {
  /** From an earlier run. */
  features?: ReadonlySet<string> | undefined
  /** Called when the announced features have changed. */
  onFeatures?: ((features: ReadonlySet<string>) => void) | undefined
}

/**
 * Stores the features that a server announces in `API-Features`. A successful response without that
 * header announces none.
 */
export function createAnnouncedFeatures({
  features,
  onFeatures,
}: AnnouncedSettings): AnnouncedFeatures {
  let known = features
  let isFresh = false
  return {
    has: (feature) => known?.has(feature) ?? false,
    isFresh: () => isFresh,
    note({ status, headers }) {
      const header = headers['api-features']
      // An error can come from a proxy, which does not know the features of the server behind it.
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
