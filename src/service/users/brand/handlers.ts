import type { Handlers } from '../../handler.ts'
import type { Service } from '../../service.ts'
import { set } from './set.ts'
import { show } from './show.ts'

export const brandHandlers = (service: Service): Handlers['brand'] => ({
  get: show(service),
  set: set(service),
})
