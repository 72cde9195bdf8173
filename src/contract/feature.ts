import * as z from 'zod'
import type { Body, Endpoint, Feature, Shape } from './endpoint.ts'
import { bare } from './text.ts'

declare module 'zod' {
  interface GlobalMeta {
    feature?: Feature
  }
}

/** The feature that a server must announce before this field or body is sent. */
export const featureOf = (field: z.core.$ZodType): Feature | undefined =>
  z.globalRegistry.get(field)?.feature ?? z.globalRegistry.get(bare(field))?.feature

/** Returns the feature that a field needs. A body of rows includes the fields beside the rows. */
export function featureOfField({ query, body }: Endpoint, name: string): Feature | undefined {
  if (body.kind === 'rows' && name === body.key) return featureOf(body.rest)
  const field = query.shape[name] ?? shapeOf(body)[name]
  return field && featureOf(field as z.ZodType) // zod's shape is typed by its core
}

/** The fields of a request's body. Those of a single row stand beside each other. */
const shapeOf = (body: Body): Shape['shape'] => {
  if (body.kind === 'json') return body.schema.shape
  return body.kind === 'rows' ? body.row.shape : {}
}

/** Returns all features that an endpoint can need: its own and those of its fields. */
export function featuresOf(endpoint: Endpoint): Feature[] {
  const { query, body } = endpoint
  const schemas: z.core.$ZodType[] = Object.values(query.shape)
  schemas.push(...Object.values(shapeOf(body)))
  if (body.kind === 'rows') schemas.push(body.rest)
  const used = [endpoint.feature, ...schemas.map(featureOf)]
  return [...new Set(used.filter((feature) => feature !== undefined))]
}
