import type { Handlers } from '../handler.ts'
import type { Service } from '../service.ts'
import { create } from './create.ts'
import { remove, type Sweep, type UserOfList } from './delete.ts'
import { get } from './get.ts'
import { list } from './list.ts'
import { update } from './update.ts'
import type { HasTemplate } from './welcome-template.ts'

/** What rooms above this one do for it. */
interface Doors {
  hasTemplate: HasTemplate
  sweep: Sweep
  userOf: UserOfList
}

type Own = Pick<Handlers['lists'], 'list' | 'create' | 'get' | 'update' | 'delete'>

export const listHandlers = (service: Service, doors: Doors): Own => ({
  list: list(service),
  create: create(service, doors.hasTemplate),
  get: get(service),
  update: update(service, doors.hasTemplate),
  delete: remove(service, doors.sweep, doors.userOf),
})
