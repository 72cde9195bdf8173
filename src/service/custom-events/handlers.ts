import type { Handlers } from '../handler.ts'
import type { Service } from '../service.ts'
import { list, names, properties } from './list.ts'
import { send } from './send.ts'

export const customEventHandlers = (service: Service): Handlers['customEvents'] => ({
  send: send(service),
  list: list(service),
  names: names(service),
  properties: properties(service),
})
