import * as z from 'zod'
import { endpoint, list, one } from '../endpoint.ts'
import { contact } from '../shapes/contact.ts'
import { found } from '../shapes/search.ts'
import { pageQuery } from '../shapes/wire.ts'

const q = z.string().min(1).max(255)

export const search = {
  all: endpoint({
    method: 'GET',
    path: '/search',
    effect: 'read',
    access: 'User',
    shown: true,
    expensive: true,
    query: z.strictObject({ q }),
    output: one(found),
  }),
  contacts: endpoint({
    method: 'GET',
    path: '/search/contacts',
    effect: 'read',
    access: 'User',
    expensive: true,
    query: z.strictObject({ ...pageQuery, q }),
    output: list(contact),
  }),
}
