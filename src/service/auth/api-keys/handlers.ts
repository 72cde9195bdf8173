import type { Handlers } from '../../handler.ts'
import type { Service } from '../../service.ts'
import { create } from './create.ts'
import { list } from './list.ts'
import { revoke } from './revoke.ts'
import { rotate } from './rotate.ts'

export const apiKeyHandlers = (service: Service): Handlers['keys'] => ({
  list: list(service),
  create: create(service),
  revoke: revoke(service),
  rotate: rotate(service),
})
