import * as z from 'zod'
import type { Body, Endpoint, Shape } from './endpoint.ts'
import { paramsOf } from './path.ts'

/** All that an endpoint takes as one flat object: tokens of the path, query, body; many rows by their key. */
export const requestShape = ({ path, query, body }: Endpoint): Shape =>
  z.strictObject({ ...paramsOf(path).shape, ...query.shape, ...shapeOf(body) })

function shapeOf(body: Body): Shape['shape'] {
  if (body.kind === 'json') return body.schema.shape
  if (body.kind !== 'rows') return {}
  return { [body.key]: z.array(body.row).min(1).max(body.max), ...body.rest.shape }
}
