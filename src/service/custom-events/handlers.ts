import type { Handlers } from '../handler.ts'
import type { Service } from '../service.ts'
import { list, names, properties } from './list.ts'
import { pixel } from './pixel.ts'
import { send } from './send.ts'

export const customEventHandlers = (service: Service): Handlers['customEvents'] => ({
  send: send(service),
  pixel: pixel(service),
  list: list(service),
  names: names(service),
  properties: properties(service),
})
