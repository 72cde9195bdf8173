import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Endpoint, features } from '../../contract/endpoint.ts'
import type { Clock } from '../../core/clock.ts'
import type { Principal } from '../handler.ts'
import { acceptedLanguage } from './language.ts'
import type { Limits, Taken } from './limits.ts'
import { nameRequest } from './server.ts'

export interface Guard {
  clock: Clock
  limits: Limits
  /** Who the bearer is; throws the 401 or 403 that fits. */
  authenticate(token: string | undefined, endpoint: Endpoint): Promise<Principal>
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls, once the guard has let them in. */
    caller?: Principal
  }
}

/** Who calls a public route. */
export const nobody: Principal = {
  id: 0,
  role: 'User',
  jti: '',
  actor: null,
  ratePerHour: 0,
  language: 'en',
  timezone: 'UTC',
}

/** What a client may rely on here; see `Feature`. */
const announced = features.join(', ')

/** Lets a request in, or throws why not; whoever floods us waits first. */
export async function admit(
  endpoint: Endpoint,
  guard: Guard,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  nameRequest(request, reply).header('api-features', announced)
  const asked = acceptedLanguage(request.headers['accept-language'])
  if (asked) request.problemLanguage = asked
  const account = endpoint.access === 'public' ? nobody : await identify()
  request.problemLanguage ??= account.language
  request.caller = account
  const { ofStranger, ofAccount } = guard.limits
  await pass(account === nobody ? ofStranger(request.ip) : ofAccount(account))

  async function identify(): Promise<Principal> {
    try {
      return await guard.authenticate(bearerOf(request), endpoint)
    } catch (error) {
      await pass(guard.limits.ofStranger(request.ip))
      throw error
    }
  }

  async function pass({ headers, waitMs, refusal }: Taken): Promise<void> {
    reply.headers(headers)
    if (waitMs > 0) await guard.clock.sleep(waitMs)
    if (refusal) throw refusal
  }
}

function bearerOf(request: FastifyRequest): string | undefined {
  return /^Bearer +([^\s]+)$/i.exec(request.headers.authorization ?? '')?.[1]
}
