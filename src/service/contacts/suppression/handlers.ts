import type { Handlers } from '../../handler.ts'
import type { Service } from '../../service.ts'
import { add } from './add.ts'
import { list } from './list.ts'
import { remove } from './remove.ts'

export const suppressionHandlers = (service: Service): Handlers['suppressions'] => ({
  list: list(service),
  add: add(service),
  remove: remove(service),
})
