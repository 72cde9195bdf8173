import type { Handlers } from '../handler.ts'
import type { Service } from '../service.ts'
import { get } from './get.ts'
import { unsubscribe } from './unsubscribe.ts'
import { update } from './update.ts'

export const subscriptionHandlers = (service: Service): Handlers['subscription'] => ({
  get: get(service),
  update: update(service),
  unsubscribe: unsubscribe(service),
})
