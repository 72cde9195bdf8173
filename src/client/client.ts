import type { Readable } from 'node:stream'
import type { Answer, Endpoint, Method, Request } from '../contract/endpoint.ts'
import { takesKey } from '../contract/failures.ts'
import { Failure, type FailureCode } from '../core/failure.ts'
import { createExchange, type ExchangeSettings, type Planned } from './exchange.ts'
import { createAnnounced, needsOf } from './offered.ts'
import { isLogin } from './refusal.ts'
import { type Reply, readAnything, readData, readStream, replyOf } from './reply.ts'
import { type Fields, resolve, resolveRaw } from './request.ts'
import { wholeStream } from './whole-stream.ts'

export interface ClientSettings extends ExchangeSettings {
  /** With its path, without a slash at its end. */
  apiUrl: string
  /** What this server announced in an earlier run; undefined when it was never heard. */
  features?: ReadonlySet<string> | undefined
  /** Called when it announces others. */
  onFeatures?: ((features: ReadonlySet<string>) => void) | undefined
}

export interface CallOptions {
  idempotencyKey?: string | undefined
  /** The version that an edit is based on. */
  ifMatch?: string | undefined
  signal?: AbortSignal | undefined
  /** The bytes of a request whose body is a file. */
  file?: { stream: Readable; type: string } | undefined
}

export interface DownloadOptions extends CallOptions {
  /** One of the types that the endpoint can answer with. */
  accept?: string
}

export interface RawRequest extends CallOptions {
  method: Method
  /** Below the API's address. */
  path: string
  query?: Fields
  /** Sent as JSON. */
  body?: unknown
}

export interface Client {
  /** Throws a Failure for whatever is no good answer. */
  call<E extends Endpoint>(
    endpoint: E,
    request: Request<E>,
    options?: CallOptions,
  ): Promise<Reply<Answer<E>>>
  /** For files, and for lists as CSV. */
  download<E extends Endpoint>(
    endpoint: E,
    request: Request<E>,
    options?: DownloadOptions,
  ): Promise<Reply<Readable>>
  /**
   * For an address that the contract does not know. No field is held back here: what the contract
   * knows goes through `call`.
   */
  raw(request: RawRequest): Promise<Reply<unknown>>
  /** Whether this server announces a feature; asks it when it has not been heard in this run. */
  offers(feature: string, signal?: AbortSignal): Promise<boolean>
  close(): Promise<void>
}

export function createClient(settings: ClientSettings): Client {
  const { apiUrl, clock } = settings
  const announced = createAnnounced(settings)
  const exchange = createExchange(settings, announced)

  async function call<E extends Endpoint>(
    endpoint: E,
    request: Request<E>,
    options: CallOptions = {},
  ): Promise<Reply<Answer<E>>> {
    const planned = await plan(endpoint, request as Fields, options) // names and their values
    const answered = await exchange.run(planned)
    const data = readData(endpoint, answered, {
      asked: planned.asked,
      isHarmless: planned.effect === 'read' || exchange.isKeyed(planned),
      now: clock.now(),
    })
    return replyOf(answered, data as Answer<E>) // read as the endpoint's kind of output, never checked
  }

  async function download<E extends Endpoint>(
    endpoint: E,
    request: Request<E>,
    { accept, ...options }: DownloadOptions = {},
  ): Promise<Reply<Readable>> {
    const types = endpoint.output.kind === 'file' ? endpoint.output.types : ['text/csv']
    const accepted = accept ?? types.join(', ')
    const planned = await plan(endpoint, request as Fields, options) // names and their values
    const answered = await exchange.run({ ...planned, accept: accepted, wants: 'stream' })
    const { asked, signal } = planned
    return replyOf(answered, wholeStream(readStream(answered, accepted, asked), asked.url, signal))
  }

  async function raw(request: RawRequest): Promise<Reply<unknown>> {
    const { method, path, query = {}, body, file, ...options } = request
    const url = resolveRaw(apiUrl, path, query)
    const answered = await exchange.run({
      ...options,
      asked: { endpoint: { method, path, shown: false, failures: [] }, url },
      effect: method === 'GET' ? 'read' : 'create',
      isPublic: false,
      isSecret: false,
      takesKey: method === 'POST' || method === 'PUT',
      accept: 'application/json, */*;q=0.5',
      wants: 'text',
      content: contentOf(body, file),
    })
    return replyOf(answered, readAnything(answered))
  }

  async function plan(
    endpoint: Endpoint,
    request: Fields,
    { file, ...options }: CallOptions,
  ): Promise<Planned> {
    const { url, body } = resolve(apiUrl, endpoint, request)
    for (const { feature, fields } of needsOf(endpoint, request)) {
      if (await offers(feature, options.signal)) continue
      const what = fields.length > 0 ? fields.join(', ') : `${endpoint.method} ${endpoint.path}`
      throw new Failure('not_offered', { values: { feature, what } })
    }
    return {
      ...options,
      asked: { endpoint, url },
      // A log-in that was lost harms nobody when it is tried again.
      effect: isLogin(endpoint) ? 'read' : endpoint.effect,
      isPublic: endpoint.access === 'public',
      isSecret: endpoint.secret === true,
      takesKey: takesKey(endpoint),
      accept: 'application/json',
      wants: 'text',
      content: contentOf(body, file),
    }
  }

  async function offers(feature: string, signal?: AbortSignal): Promise<boolean> {
    if (!announced.has(feature) && !announced.isFresh()) await listen(signal)
    return announced.has(feature)
  }

  /** One cheap read: its answer carries what the server announces. */
  async function listen(signal: AbortSignal | undefined): Promise<void> {
    try {
      await raw({ method: 'GET', path: '/campaigns', query: { limit: 1 }, signal })
    } catch (error) {
      const lacksRoute = error instanceof Failure && routeFailures.has(error.code)
      if (!announced.isFresh() && !lacksRoute) throw error
    }
  }

  return { call, download, raw, offers, close: exchange.close }
}

const routeFailures = new Set<FailureCode>(['not_found', 'not_offered'])

function contentOf(body: unknown, file: CallOptions['file']): Planned['content'] {
  if (file) return { body: file.stream, type: file.type }
  return body === undefined ? undefined : { body: JSON.stringify(body), type: 'application/json' }
}
