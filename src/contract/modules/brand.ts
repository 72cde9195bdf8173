import * as z from 'zod'
import { endpoint, json, one } from '../endpoint.ts'
import { brandEdit, brand as brandOutput } from '../shapes/brand.ts'
import { id } from '../shapes/wire.ts'

export const brand = {
  get: endpoint({
    method: 'GET',
    path: '/users/:id/brand',
    effect: 'read',
    access: 'User',
    query: z.strictObject({ list_id: id.optional() }),
    output: one(brandOutput),
    failures: ['not_found'],
  }),
  set: endpoint({
    method: 'PUT',
    path: '/users/:id/brand',
    effect: 'update',
    access: 'User',
    body: json(brandEdit),
    output: one(brandOutput),
    failures: ['not_found'],
  }),
}
