import * as z from 'zod'
import type { Body, Endpoint, Shape } from './endpoint.ts'
import { paramsOf } from './path.ts'

/**
 * Returns the whole input of an endpoint as one flat object: path tokens, query and body; rows
 * under their key.
 */
export const requestShape = ({ path, query, body }: Endpoint): Shape =>
  z.strictObject({ ...paramsOf(path).shape, ...query.shape, ...shapeOf(body) })

function shapeOf(body: Body): Shape['shape'] {
  if (body.kind === 'json') return body.schema.shape
  if (body.kind !== 'rows') return {}
  return { [body.key]: z.array(body.row).min(1).max(body.max), ...body.rest.shape }
}
