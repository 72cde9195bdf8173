import type { Handlers } from '../handler.ts'
import type { Service } from '../service.ts'
import { cancel } from './cancel.ts'
import { errors } from './errors.ts'
import { get } from './get.ts'
import { list } from './list.ts'

export const jobHandlers = (service: Service): Handlers['jobs'] => ({
  list: list(service),
  get: get(service),
  errors: errors(service),
  cancel: cancel(service),
})
