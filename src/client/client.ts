import type { Readable } from 'node:stream'
import type { Answer, Endpoint, Method, Request } from '../contract/endpoint.ts'
import { takesKey } from '../contract/failures.ts'
import { Failure, type FailureCode } from '../core/failure.ts'
import { checkedStream } from './checked-stream.ts'
import { isLogin } from './error-response.ts'
import { createExchange, type ExchangeSettings, type PlannedRequest } from './exchange.ts'
import { createAnnouncedFeatures, featuresNeeded } from './features.ts'
import { type Reply, readAnything, readData, readStream, replyOf } from './reply.ts'
import { type Fields, resolveRawUrl, resolveRequest } from './request.ts'

export interface ClientSettings extends ExchangeSettings {
  /** With its path, without a trailing slash. */
  apiUrl: string
  /** The features that the server announced in an earlier run; undefined if there was none. */
  features?: ReadonlySet<string> | undefined
  /** Called when the server announces other features. */
  onFeatures?: ((features: ReadonlySet<string>) => void) | undefined
}

export interface CallOptions {
  idempotencyKey?: string | undefined
  /** The version that an edit is based on, sent as If-Match. */
  ifMatch?: string | undefined
  signal?: AbortSignal | undefined
  /** The body of a request that uploads a file. */
  file?: { stream: Readable; type: string } | undefined
}

interface DownloadOptions extends CallOptions {
  /** One of the content types of the endpoint. */
  accept?: string
}

interface RawRequest extends CallOptions {
  method: Method
  /** Relative to the API's address. */
  path: string
  query?: Fields
  /** Sent as JSON. */
  body?: unknown
}

export interface Client {
  /** Throws a Failure for every unsuccessful response. */
  call<E extends Endpoint>(
    endpoint: E,
    request: Request<E>,
    options?: CallOptions,
  ): Promise<Reply<Answer<E>>>
  /** For files and for lists as CSV. */
  download<E extends Endpoint>(
    endpoint: E,
    request: Request<E>,
    options?: DownloadOptions,
  ): Promise<Reply<Readable>>
  /**
   * Sends a request to a path that is not in the contract, without feature checks. Endpoints in the
   * contract use `call`.
   */
  raw(request: RawRequest): Promise<Reply<unknown>>
  /**
   * Whether the server announces a feature. Asks the server if it has not responded in this run.
   */
  offers(feature: string, signal?: AbortSignal): Promise<boolean>
  close(): Promise<void>
}

export function createClient(settings: ClientSettings): Client {
  const { apiUrl, clock } = settings
  const announced = createAnnouncedFeatures(settings)
  const exchange = createExchange(settings, announced)

  async function call<E extends Endpoint>(
    endpoint: E,
    request: Request<E>,
    options: CallOptions = {},
  ): Promise<Reply<Answer<E>>> {
    const planned = await plan(endpoint, request as Fields, options) // The contract types the names and values.
    const answered = await exchange.run(planned)
    const data = readData(endpoint, answered, {
      target: planned.target,
      isHarmless: planned.effect === 'read' || exchange.isKeyed(planned),
      now: clock.now(),
    })
    return replyOf(answered, data as Answer<E>) // The data has the shape of the endpoint's output but is not validated.
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
    const { target, signal } = planned
    return replyOf(
      answered,
      checkedStream(readStream(answered, accepted, target), target.url, signal),
    )
  }

  async function raw(request: RawRequest): Promise<Reply<unknown>> {
    const { method, path, query = {}, body, file, ...options } = request
    const url = resolveRawUrl(apiUrl, path, query)
    const answered = await exchange.run({
      ...options,
      target: { endpoint: { method, path, shown: false, failures: [] }, url },
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
  ): Promise<PlannedRequest> {
    const { url, body } = resolveRequest(apiUrl, endpoint, request)
    for (const { feature, fields } of featuresNeeded(endpoint, request)) {
      if (await offers(feature, options.signal)) continue
      const what = fields.length > 0 ? fields.join(', ') : `${endpoint.method} ${endpoint.path}`
      throw new Failure('not_offered', { values: { feature, what } })
    }
    return {
      ...options,
      target: { endpoint, url },
      // After a lost response, a login and a dry run can be repeated safely.
      effect: isLogin(endpoint) || isDryRun(request, file) ? 'read' : endpoint.effect,
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

  /** Sends one cheap read, because every response contains the announced features. */
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

function contentOf(body: unknown, file: CallOptions['file']): PlannedRequest['content'] {
  if (file) return { body: file.stream, type: file.type }
  return body === undefined ? undefined : { body: JSON.stringify(body), type: 'application/json' }
}

/** Whether a request only asks what would happen. An uploaded file becomes a job, even for that. */
const isDryRun = ({ dry_run }: Fields, file: CallOptions['file']): boolean =>
  file === undefined && (dry_run === '1' || dry_run === true)
