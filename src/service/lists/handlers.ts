import type { Handlers } from '../handler.ts'
import type { Service } from '../service.ts'
import { create } from './create.ts'
import { type DeleteListContents, type FindListUsage, remove } from './delete.ts'
import { get } from './get.ts'
import { list } from './list.ts'
import { update } from './update.ts'
import type { HasTemplate } from './welcome-template.ts'

/** Functions of higher modules, passed in. */
interface ListDependencies {
  hasTemplate: HasTemplate
  deleteContents: DeleteListContents
  findUsage: FindListUsage
}

type CrudHandlers = Pick<Handlers['lists'], 'list' | 'create' | 'get' | 'update' | 'delete'>

export const listHandlers = (service: Service, dependencies: ListDependencies): CrudHandlers => ({
  list: list(service),
  create: create(service, dependencies.hasTemplate),
  get: get(service),
  update: update(service, dependencies.hasTemplate),
  delete: remove(service, dependencies.deleteContents, dependencies.findUsage),
})
