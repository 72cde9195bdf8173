import type { Handlers } from '../handler.ts'
import type { Service } from '../service.ts'
import { create } from './create.ts'
import { get } from './get.ts'
import { list } from './list.ts'

export const templateHandlers = (service: Service): Handlers['templates'] => ({
  list: list(service),
  create: create(service),
  get: get(service),
})
