import type { Handlers } from '../../handler.ts'
import type { Service } from '../../service.ts'
import { reset } from './reset.ts'
import { set } from './set.ts'
import { show } from './show.ts'

export const optInMailHandlers = (service: Service): Handlers['optin'] => ({
  get: show(service),
  set: set(service),
  reset: reset(service),
})
