import type { Readable } from 'node:stream'
import type { Effect } from '../contract/endpoint.ts'
import type { Clock } from '../core/clock.ts'
import { Failure } from '../core/failure.ts'
import type { Language } from '../core/language.ts'
import { interruption } from './interruption.ts'
import { neverLeftCode } from './loss.ts'
import type { Announced } from './offered.ts'
import type { Answered, Lost, Outcome, Outgoing, ProxySettings, Transport } from './outcome.ts'
import { type Asked, bareUrl, readRefusal, refusalFailure } from './refusal.ts'
import { afterLoss, afterRefusal } from './retry.ts'
import { type Trace, traceOutcome, traceRequest } from './trace.ts'

export interface ExchangeSettings {
  token?: string | undefined
  language: Language
  timeoutMs: number
  /** How often a request may be tried again. */
  retries: number
  clock: Clock
  /** In [0, 1), for jitter. */
  random(): number
  userAgent: string
  proxy: ProxySettings
  trace?: Trace | undefined
  /** Absent: over the network. A service that asks itself needs none. */
  transport?: Transport | undefined
}

export interface Planned {
  asked: Asked
  effect: Effect
  /** Goes out without the token. */
  isPublic: boolean
  /** A password or a token travels in it. */
  isSecret: boolean
  accept: string
  wants: Outgoing['wants']
  content?: { body: string | Readable; type: string } | undefined
  idempotencyKey?: string | undefined
  /** Whether a server that honours keys honours them for this request. */
  takesKey: boolean
  ifMatch?: string | undefined
  signal?: AbortSignal | undefined
}

export interface Exchange {
  /** The 2xx answer; everything else is thrown as a Failure. */
  run(planned: Planned): Promise<Answered>
  /** The server would know it by its key, if it came again. */
  isKeyed(planned: Planned): boolean
  close(): Promise<void>
}

/** Carries requests to the server, again where that is safe, until there is an answer or a Failure. */
export function createExchange(settings: ExchangeSettings, announced: Announced): Exchange {
  const { clock, random, trace } = settings
  const token = settings.token?.trim()
  let transport = settings.transport && Promise.resolve(settings.transport)

  const isKeyed = ({ idempotencyKey, takesKey }: Planned): boolean =>
    idempotencyKey !== undefined && takesKey && announced.has('idempotency')

  async function run(planned: Planned): Promise<Answered> {
    const { asked, signal } = planned
    const outgoing = outgoingOf(planned, settings, token)
    for (let retried = 0; ; retried += 1) {
      if (signal?.aborted) throw interruption(signal)
      const outcome = await sendOnce(outgoing, planned.isSecret)
      if (outcome.kind === 'answered') announced.note(outcome)
      if (outcome.kind === 'answered' && outcome.status < 300) return outcome
      if (outcome.kind === 'answered' && outcome.status < 400) throw redirection(outcome, asked.url)
      const end = endOf(outcome, planned, retried)
      if (end instanceof Failure) throw end
      trace?.(`* again in ${end.afterMs} ms`)
      await clock.sleep(end.afterMs, signal)
    }
  }

  function endOf(outcome: Outcome, planned: Planned, retried: number) {
    const circumstances = {
      effect: planned.effect,
      isKeyed: isKeyed(planned),
      retried,
      // The bytes of a stream are gone once they were sent.
      retries: typeof planned.content?.body === 'object' ? 0 : settings.retries,
      random: random(),
    }
    if (outcome.kind === 'lost') {
      const verdict = afterLoss(outcome, circumstances)
      return verdict.kind === 'again' ? verdict : lossFailure(verdict.code, outcome, planned.asked)
    }
    const refusal = readRefusal(outcome, clock.now())
    const { status, code } = refusal.server
    const verdict = afterRefusal({ ...refusal, status, ...(code && { code }) }, circumstances)
    if (verdict.kind === 'again') return verdict
    const failure = refusalFailure(refusal, planned.asked)
    return verdict.code === 'asAnswered' ? failure : new Failure(verdict.code, failure.details)
  }

  async function sendOnce(outgoing: Outgoing, isSecret: boolean): Promise<Outcome> {
    // Undici costs 55 ms of start-up.
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
  planned: Planned,
  { language, userAgent }: ExchangeSettings,
  token: string | undefined,
): Outgoing {
  const { asked, isPublic, isSecret, effect, accept, wants, content, ifMatch, signal } = planned
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
    method: asked.endpoint.method,
    url: asked.url,
    headers,
    ...(content && { body: content.body }),
    wants,
    ...(signal && { signal }),
  }
}

/** A line break in a header would begin another one. */
function headerValue(field: string, text: string): string {
  if (/^[\x20-\x7e]+$/.test(text)) return text
  throw new Failure('usage', { problems: [{ field, code: 'bad_pattern' }] })
}

function lossFailure(
  code: 'network' | 'timed_out' | 'outcome_unknown',
  lost: Lost,
  { url }: Asked,
): Failure {
  const { reason, cause, error, hasLeft } = lost
  return new Failure(
    code === 'network' && !hasLeft ? neverLeftCode(lost) : code,
    { values: { host: new URL(url).host, reason, cause } },
    { cause: error },
  )
}

/** The token stays with the server that it was meant for: nothing follows a redirect. */
function redirection({ status, headers }: Answered, url: string): Failure {
  const { location = '' } = headers
  return new Failure('redirected', {
    values: URL.canParse(location, url) ? { location: bareUrl(new URL(location, url).href) } : {},
    server: { status },
  })
}
