import type { Handlers } from '../handler.ts'
import type { Service } from '../service.ts'
import { add } from './add.ts'
import { remove } from './delete.ts'
import { get } from './get.ts'
import { list } from './list.ts'

export const mediaHandlers = (service: Service): Handlers['media'] => ({
  list: list(service),
  get: get(service),
  add: add(service),
  delete: remove(service),
})
