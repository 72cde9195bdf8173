import cors from '@fastify/cors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Method } from '../../contract/endpoint.ts'
import type { Clock } from '../../core/clock.ts'
import { applyLimit } from './guard.ts'
import type { Limits } from './limits/limits.ts'

/** What a request of a visitor is about. The preflight of a form has neither. */
export interface VisitorSubject {
  xsid?: string | undefined
  list?: string | number | undefined
}

/**
 * Returns whether scripts of an origin may read the answer. Without a list that exists, whether any
 * list names the origin.
 */
export type AllowsOrigin = (origin: string, subject: VisitorSubject) => Promise<boolean>

interface CrossOriginSettings {
  /** The methods that scripts of other sites may call, by the router's path. */
  methods: ReadonlyMap<string, readonly Method[]>
  allowsOrigin: AllowsOrigin
  limits: Limits
  clock: Clock
  /** Throws the failure of a request with an unknown method. */
  refuse(request: FastifyRequest, reply: FastifyReply): never
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The methods that an answer to a preflight offers. */
    offeredMethods?: readonly Method[]
  }
  interface FastifyRequest {
    isOriginAllowed?: boolean
  }
}

/** Chromium keeps the answer to a preflight no longer than two hours. */
const preflightSeconds = 7200

/**
 * Answers CORS for the routes of a scope. Without credentials, because the routes know no session.
 * The list of a form is in its body, so `restrictOrigin` decides again when it has been read.
 */
export function addCrossOrigin(
  scope: FastifyInstance,
  { methods, allowsOrigin, limits, clock, refuse }: CrossOriginSettings,
): void {
  scope.addHook('onRequest', async (request, reply) => {
    const { origin } = request.headers
    const isOptions = request.method === 'OPTIONS'
    if (origin === undefined && !isOptions) return
    const limit = limits.ofPage(request.ip)
    if (isOptions) await applyLimit(limit, clock, reply)
    // The guard refuses the request as well, which must not cost a query.
    else if (limit.refusal) return
    const { xsid } = request.params as { xsid?: string }
    request.isOriginAllowed =
      (!isOptions || isPreflight(request)) &&
      origin !== undefined &&
      (await allowsOrigin(origin, { xsid }))
    if (isOptions && !request.isOriginAllowed) refuse(request, reply)
  })
  scope.register(cors, {
    delegator: async ({ isOriginAllowed = false, routeOptions }: FastifyRequest) => ({
      origin: isOriginAllowed,
      methods: [...(routeOptions.config.offeredMethods ?? [])],
      allowedHeaders: ['Content-Type'],
      exposedHeaders: ['Retry-After'],
      maxAge: preflightSeconds,
    }),
  })
  for (const [url, offeredMethods] of methods) {
    // The hook has refused every request that the package does not answer.
    scope.route({ method: 'OPTIONS', url, config: { offeredMethods }, handler: refuse })
  }
}

function isPreflight({ headers, routeOptions }: FastifyRequest): boolean {
  const asked = headers['access-control-request-method']
  return routeOptions.config.offeredMethods?.some((method) => method === asked) === true
}

/** Removes the permission to read an answer about a list that does not name the origin. */
export async function restrictOrigin(
  { headers: { origin }, isOriginAllowed }: FastifyRequest,
  reply: FastifyReply,
  allowsOrigin: AllowsOrigin,
  subject: VisitorSubject,
): Promise<void> {
  if (origin === undefined || !isOriginAllowed) return
  if (await allowsOrigin(origin, subject)) return
  reply.removeHeader('access-control-allow-origin')
  reply.removeHeader('access-control-expose-headers')
}
