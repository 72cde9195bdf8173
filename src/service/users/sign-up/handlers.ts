import type { Handlers } from '../../handler.ts'
import type { Service } from '../../service.ts'
import { invite } from './invite.ts'

export const inviteHandlers = (service: Service): Handlers['invites'] => ({
  create: invite(service),
})
