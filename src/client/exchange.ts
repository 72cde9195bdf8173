import type { Readable } from 'node:stream'
import type { Effect } from '../contract/endpoint.ts'
import type { Clock } from '../core/clock.ts'
import { Failure } from '../core/failure.ts'
import type { Language } from '../core/language.ts'
import { parseUrl } from '../core/urls/parse-url.ts'
import { connectFailureCode } from './connection-error.ts'
import { bareUrl, failureOf, type RequestTarget, readErrorResponse } from './error-response.ts'
import type { AnnouncedFeatures } from './features.ts'
import { interruption } from './interruption.ts'
import type {
  Answered,
  NoResponse,
  Outcome,
  Outgoing,
  ProxySettings,
  Transport,
} from './outcome.ts'
import { afterErrorResponse, afterNoResponse } from './retry.ts'
import { type Trace, traceOutcome, traceRequest } from './trace.ts'

export interface ExchangeSettings {
  token?: string | undefined
  language: Language
  timeoutMs: number
  /** The maximum number of retries. */
  retries: number
  clock: Clock
  /** In [0, 1), for jitter. */
  random(): number
  userAgent: string
  proxy: ProxySettings
  trace?: Trace | undefined
  /**
   * By default requests go over the network. A service that calls itself passes its own transport.
   */
  transport?: Transport | undefined
}

export interface PlannedRequest {
  target: RequestTarget
  effect: Effect
  /** The request is sent without the token. */
  isPublic: boolean
  /** The request or its response contains a password or a token. */
  isSecret: boolean
  accept: string
  wants: Outgoing['wants']
  content?: { body: string | Readable; type: string } | undefined
  idempotencyKey?: string | undefined
  /** Whether a server that supports idempotency keys accepts one for this request. */
  takesKey: boolean
  ifMatch?: string | undefined
  signal?: AbortSignal | undefined
}

interface Exchange {
  /** Returns the 2xx response. Every other outcome is thrown as a Failure. */
  run(planned: PlannedRequest): Promise<Answered>
  /** Whether the server would recognize a repeated request by its key. */
  isKeyed(planned: PlannedRequest): boolean
  close(): Promise<void>
}

/** Sends requests, and retries where that is safe, until there is a response or a Failure. */
export function createExchange(settings: ExchangeSettings, announced: AnnouncedFeatures): Exchange {
  const { clock, random, trace } = settings
  const token = settings.token?.trim()
  let transport = settings.transport && Promise.resolve(settings.transport)

  const isKeyed = ({ idempotencyKey, takesKey }: PlannedRequest): boolean =>
    idempotencyKey !== undefined && takesKey && announced.has('idempotency')

  async function run(planned: PlannedRequest): Promise<Answered> {
    const { target, signal } = planned
    const outgoing = outgoingOf(planned, settings, token)
    for (let retried = 0; ; retried += 1) {
      if (signal?.aborted) throw interruption(signal)
      const outcome = await sendOnce(outgoing, planned.isSecret)
      if (outcome.kind === 'answered') announced.note(outcome)
      if (outcome.kind === 'answered' && outcome.status < 300) return outcome
      if (outcome.kind === 'answered' && outcome.status < 400)
        throw redirection(outcome, target.url)
      const end = endOf(outcome, planned, retried)
      if (end instanceof Failure) throw end
      trace?.(`* again in ${end.afterMs} ms`)
      await clock.sleep(end.afterMs, signal)
    }
  }

  function endOf(outcome: Outcome, planned: PlannedRequest, retried: number) {
    const circumstances = {
      effect: planned.effect,
      isKeyed: isKeyed(planned),
      retried,
      // A stream cannot be sent again.
      retries: typeof planned.content?.body === 'object' ? 0 : settings.retries,
      random: random(),
    }
    if (outcome.kind === 'lost') {
      const verdict = afterNoResponse(outcome, circumstances)
      return verdict.kind === 'retry'
        ? verdict
        : noResponseFailure(verdict.code, outcome, planned.target)
    }
    const refusal = readErrorResponse(outcome, clock.now())
    const { status, code } = refusal.server
    const verdict = afterErrorResponse({ ...refusal, status, ...(code && { code }) }, circumstances)
    if (verdict.kind === 'retry') return verdict
    const failure = failureOf(refusal, planned.target)
    return verdict.code === 'asAnswered' ? failure : new Failure(verdict.code, failure.details)
  }

  async function sendOnce(outgoing: Outgoing, isSecret: boolean): Promise<Outcome> {
    // Loading undici takes 55 ms.
    transport ??= import('./transport.ts').then(({ createTransport }) => createTransport(settings))
    const { send } = await transport
    if (!trace) return send(outgoing)
    const start = clock.now()
    traceRequest({ write: trace, token, isSecret }, outgoing)
    const outcome = await send(outgoing)
    traceOutcome({ write: trace, token, isSecret }, outcome, clock.now() - start)
    return outcome
  }

  return { run, isKeyed, close: async () => (await transport)?.close() }
}

function outgoingOf(
  planned: PlannedRequest,
  { language, userAgent }: ExchangeSettings,
  token: string | undefined,
): Outgoing {
  const { target, isPublic, isSecret, effect, accept, wants, content, ifMatch, signal } = planned
  const key = isSecret || effect === 'read' ? undefined : planned.idempotencyKey
  const bearer = isPublic ? undefined : token
  const headers = {
    accept,
    'accept-language': language,
    'user-agent': userAgent,
    ...(bearer && { authorization: `Bearer ${headerValue('token', bearer)}` }),
    ...(content && { 'content-type': headerValue('content-type', content.type) }),
    ...(key && { 'idempotency-key': headerValue('idempotency-key', key) }),
    ...(ifMatch && { 'if-match': headerValue('if-match', ifMatch) }),
  }
  return {
    method: target.endpoint.method,
    url: target.url,
    headers,
    ...(content && { body: content.body }),
    wants,
    ...(signal && { signal }),
  }
}

/** Refuses line breaks, which would start another header. */
function headerValue(field: string, text: string): string {
  if (/^[\x20-\x7e]+$/.test(text)) return text
  throw new Failure('usage', { problems: [{ field, code: 'bad_pattern' }] })
}

function noResponseFailure(
  code: 'network' | 'timed_out' | 'outcome_unknown',
  lost: NoResponse,
  { url }: RequestTarget,
): Failure {
  const { reason, cause, error, mayHaveArrived } = lost
  return new Failure(
    code === 'network' && !mayHaveArrived ? connectFailureCode(lost) : code,
    { values: { host: new URL(url).host, reason, cause } },
    { cause: error },
  )
}

/** Redirects are never followed, because the token is only meant for this server. */
function redirection({ status, headers }: Answered, url: string): Failure {
  const target = parseUrl(headers.location ?? '', url)
  return new Failure('redirected', {
    values: target ? { location: bareUrl(target.href) } : {},
    server: { status },
  })
}
