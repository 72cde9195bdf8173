import type { Handlers } from '../../handler.ts'
import type { Service } from '../../service.ts'
import { create } from './create.ts'
import { type FindFieldUsage, remove } from './delete.ts'
import { list } from './list.ts'
import { update } from './update.ts'

export const fieldHandlers = (service: Service, findUsage: FindFieldUsage): Handlers['fields'] => ({
  list: list(service),
  create: create(service),
  update: update(service),
  delete: remove(service, findUsage),
})
