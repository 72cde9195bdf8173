import type { Handlers } from '../handler.ts'
import type { Service } from '../service.ts'
import { contacts } from './contacts.ts'
import { count } from './count.ts'
import { create } from './create.ts'
import { type FindSegmentUsage, remove } from './delete.ts'
import { duplicate } from './duplicate.ts'
import { fields } from './fields.ts'
import { get } from './get.ts'
import { list } from './list.ts'
import { preview, previewUnsaved } from './preview.ts'
import { refresh } from './refresh.ts'
import { toList } from './to-list.ts'
import { update } from './update.ts'

export const segmentHandlers = (
  service: Service,
  findUsage: FindSegmentUsage,
): Handlers['segments'] => ({
  list: list(service),
  create: create(service),
  get: get(service),
  update: update(service),
  delete: remove(service, findUsage),
  preview: preview(service),
  previewUnsaved: previewUnsaved(service),
  fields: fields(service),
  contacts: contacts(service),
  count: count(service),
  duplicate: duplicate(service),
  refresh: refresh(service),
  toList: toList(service),
})
