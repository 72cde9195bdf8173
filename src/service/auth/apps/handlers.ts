import type { Handlers } from '../../handler.ts'
import type { Service } from '../../service.ts'
import { list } from './list.ts'
import { revoke } from './revoke.ts'

export const appHandlers = (service: Service): Handlers['apps'] => ({
  list: list(service),
  revoke: revoke(service),
})
