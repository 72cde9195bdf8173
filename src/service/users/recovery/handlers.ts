import type { Handlers } from '../../handler.ts'
import type { Service } from '../../service.ts'
import { forgot } from './forgot.ts'
import { reset } from './reset.ts'

export const recoveryHandlers = (service: Service): Handlers['recovery'] => ({
  forgot: forgot(service),
  reset: reset(service),
})
