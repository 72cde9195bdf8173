import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Endpoint, features } from '../../contract/endpoint.ts'
import type { Clock } from '../../core/clock.ts'
import { Failure } from '../../core/failure.ts'
import type { Principal } from '../handler.ts'
import { acceptedLanguage } from './language.ts'
import type { LimitDecision, Limits } from './limits/limits.ts'
import { addCommonHeaders } from './server.ts'

export interface Guard {
  clock: Clock
  limits: Limits
  /** Authenticates a bearer token; throws the matching 401 or 403. */
  authenticate(token: string | undefined, endpoint: Endpoint): Promise<Principal>
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The account, after authentication. */
    caller?: Principal
    /** The account of an assistant, as `GET /users/me` returns it. */
    assistantAccount?: Record<string, unknown>
  }
}

/** The account of a request to a public route. */
export const anonymous: Principal = {
  id: 0,
  role: 'User',
  jti: '',
  actor: null,
  key: null,
  app: null,
  scopes: null,
  ratePerHour: 0,
  limitGroup: 0,
  language: 'en',
  timezone: 'UTC',
}

/** The features that clients may rely on; see `Feature`. */
const announcedFeatures = features.join(', ')

/** Authenticates a request and applies its rate limits. A client over a limit waits first. */
export async function guardRequest(
  endpoint: Endpoint,
  guard: Guard,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  addCommonHeaders(request, reply).header('api-features', announcedFeatures)
  const requested = acceptedLanguage(request.headers['accept-language'])
  if (requested) request.problemLanguage = requested
  const account = endpoint.access === 'public' ? anonymous : await identify()
  request.problemLanguage ??= account.language
  request.caller = account
  const { ofAnonymous, ofAccount } = guard.limits
  const decision = account === anonymous ? ofAnonymous(request.ip) : ofAccount(account)
  await applyLimit(namingKey(decision, account), guard.clock, reply)

  async function identify(): Promise<Principal> {
    try {
      return await guard.authenticate(bearerOf(request), endpoint)
    } catch (error) {
      await applyLimit(guard.limits.ofAnonymous(request.ip), guard.clock, reply)
      throw error
    }
  }
}

/** Names the API key of a refused request, because several programs share the limits of an account. */
function namingKey(decision: LimitDecision, { key }: Principal): LimitDecision {
  const { refusal } = decision
  if (!refusal || key === null) return decision
  const values = { key: `${key.name} (${key.prefix})` }
  return { ...decision, refusal: new Failure(refusal.code, { ...refusal.details, values }) }
}

/** Delays the request, or throws the 429 of the decision. */
export async function applyLimit(
  { headers, waitMs, refusal }: LimitDecision,
  clock: Clock,
  reply: FastifyReply,
): Promise<void> {
  reply.headers(headers)
  if (waitMs > 0) await clock.sleep(waitMs)
  if (refusal) throw refusal
}

function bearerOf(request: FastifyRequest): string | undefined {
  return /^Bearer +([^\s]+)$/i.exec(request.headers.authorization ?? '')?.[1]
}
