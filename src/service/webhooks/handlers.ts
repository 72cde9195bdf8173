import type { Handlers } from '../handler.ts'
import type { Service } from '../service.ts'
import { create } from './create.ts'
import { remove } from './delete.ts'
import { list } from './list.ts'
import { replay } from './replay.ts'
import { update } from './update.ts'

export const webhookHandlers = (service: Service): Handlers['webhooks'] => ({
  list: list(service),
  create: create(service),
  update: update(service),
  delete: remove(service),
  replay: replay(service),
})
