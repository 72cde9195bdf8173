import type { Handlers } from '../handler.ts'
import type { Service } from '../service.ts'
import { create } from './create.ts'
import { list } from './list.ts'
import { verify } from './verify.ts'

export const senderHandlers = (service: Service): Handlers['senders'] => ({
  create: create(service),
  verify: verify(service),
  list: list(service),
})
