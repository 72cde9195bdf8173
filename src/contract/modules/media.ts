import * as z from 'zod'
import { endpoint, file, list, one } from '../endpoint.ts'
import { defaultMaxWidth, image, imageTypes, imageWithUsage } from '../shapes/media.ts'
import { flag, headerText, ok, pageQuery } from '../shapes/wire.ts'

/** The images of an account, for its messages. */
export const media = {
  list: endpoint({
    method: 'GET',
    path: '/media',
    effect: 'read',
    access: 'User',
    query: z.strictObject(pageQuery),
    output: list(image),
  }),
  get: endpoint({
    method: 'GET',
    path: '/media/:id',
    effect: 'read',
    access: 'User',
    expensive: true,
    output: one(imageWithUsage),
    failures: ['not_found'],
  }),
  add: endpoint({
    method: 'POST',
    path: '/media',
    effect: 'create',
    access: 'User',
    expensive: true,
    // The same image twice is one.
    repeats: 'unrecorded',
    query: z.strictObject({
      name: headerText(200).optional(),
      max_width: z.int().min(16).max(4000).default(defaultMaxWidth),
    }),
    body: file(...imageTypes),
    output: one(image),
    failures: ['file_empty', 'body_too_large', 'storage_exceeded', 'disk_full'],
  }),
  delete: endpoint({
    method: 'DELETE',
    path: '/media/:id',
    effect: 'destroy',
    access: 'User',
    query: z.strictObject({ force: flag.optional() }),
    output: one(ok),
    failures: ['not_found', 'in_use'],
  }),
}
