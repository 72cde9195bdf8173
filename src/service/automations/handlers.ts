import type { Handlers } from '../handler.ts'
import type { Service } from '../service.ts'
import { activate } from './activate.ts'
import { create } from './create.ts'
import { deactivate } from './deactivate.ts'
import { remove } from './delete.ts'
import { get } from './get.ts'
import { list } from './list.ts'
import { stats } from './stats.ts'
import { trigger } from './trigger.ts'
import { update } from './update.ts'

export const automationHandlers = (service: Service): Handlers['automations'] => ({
  list: list(service),
  create: create(service),
  get: get(service),
  update: update(service),
  delete: remove(service),
  activate: activate(service),
  deactivate: deactivate(service),
  stats: stats(service),
  trigger: trigger(service),
})
