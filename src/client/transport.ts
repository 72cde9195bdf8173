import type { Readable } from 'node:stream'
import { Agent, type Dispatcher, EnvHttpProxyAgent, request } from 'undici'
import { Failure } from '../core/failure.ts'
import { interruption } from './interruption.ts'
import { lossOf } from './loss.ts'
import type { Answered, Lost, Outcome, Outgoing, ProxySettings, Transport } from './outcome.ts'

/** Measured at 30 ms from the server: 60k, 235k, 440k contacts/s with 1, 4, 8; more gains nothing. */
const connections = 8

/** No error says more than this; what a broken server pours out after it is left unread. */
const longestErrorBody = 1024 * 1024

export interface TransportSettings {
  /** From the first byte out to the last byte in; with a stream, the longest silence. */
  timeoutMs: number
  proxy: ProxySettings
}

export function createTransport({ timeoutMs, proxy }: TransportSettings): Transport {
  const agent = createAgent(proxy, timeoutMs)

  async function send(outgoing: Outgoing): Promise<Outcome> {
    const { method, url, headers, body, wants, signal } = outgoing
    const isStreamed = wants === 'stream' || typeof body === 'object'
    const limit = limitTime(isStreamed ? undefined : timeoutMs, signal)
    let hasLeft = false
    const dispatcher = agent.compose(
      onStart(() => {
        hasLeft = true
      }),
    )
    const lose = (error: unknown): Lost => ({
      kind: 'lost',
      hasLeft,
      ...(limit.hasPassed()
        ? { cause: 'timeout', reason: 'ETIMEDOUT' }
        : lossOf(error, new URL(url))),
      error,
    })
    try {
      const asked = request(url, {
        dispatcher,
        method: method as Dispatcher.HttpMethod, // `remite api` may send others; undici checks them
        headers,
        ...(body !== undefined && { body }),
        signal: limit.signal,
        headersTimeout: timeoutMs,
        bodyTimeout: timeoutMs,
      })
      const response = await limit.race(asked)
      return await receive(response, wants, limit.release)
    } catch (error) {
      limit.release()
      if (signal?.aborted) throw interruption(signal, error)
      return lose(error)
    }
  }

  return { send, close: () => agent.destroy() }
}

function createAgent(proxy: ProxySettings, timeoutMs: number): Dispatcher {
  const settings = { connections, connect: { timeout: timeoutMs } }
  if (!proxy.http && !proxy.https) return new Agent(settings)
  return new EnvHttpProxyAgent({
    ...settings,
    // Undici reads the environment itself where a value is undefined.
    httpProxy: proxyUrl('HTTP_PROXY', proxy.http),
    httpsProxy: proxyUrl('HTTPS_PROXY', proxy.https),
    noProxy: proxy.except ?? '',
  })
}

function proxyUrl(variable: string, text = ''): string {
  if (text === '') return ''
  const url = text.includes('://') ? text : `http://${text}`
  if (URL.canParse(url)) return url
  throw new Failure('usage', { problems: [{ field: variable, code: 'bad_url' }] })
}

/** Undici starts a request on a connection that stands, right before its first byte is written. */
const onStart =
  (tell: () => void): Dispatcher.DispatcherComposeInterceptor =>
  (dispatch) =>
  (options, handler) => {
    const start = handler.onRequestStart?.bind(handler)
    handler.onRequestStart = (controller, context) => {
      tell()
      start?.(controller, context)
    }
    return dispatch(options, handler)
  }

/** One signal for the caller's wish and the deadline; nothing of it outlives the request. */
function limitTime(timeoutMs: number | undefined, wish: AbortSignal | undefined) {
  const stop = new AbortController()
  let isLate = false
  const abort = () => stop.abort(wish?.reason)
  const expire = () => {
    isLate = true
    stop.abort()
  }
  const timer = timeoutMs === undefined ? undefined : setTimeout(expire, timeoutMs)
  wish?.addEventListener('abort', abort, { once: true })
  if (wish?.aborted) abort()
  return {
    signal: stop.signal,
    hasPassed: () => isLate,
    /** Undici notices an abort only when the connection stands. */
    race: <T>(work: Promise<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        const give = () => reject(stop.signal.reason)
        if (stop.signal.aborted) give()
        stop.signal.addEventListener('abort', give, { once: true })
        work.then(resolve, reject)
      }),
    release: () => {
      clearTimeout(timer)
      wish?.removeEventListener('abort', abort)
    },
  }
}

async function receive(
  { statusCode, headers, body }: Dispatcher.ResponseData,
  wants: Outgoing['wants'],
  release: () => void,
): Promise<Answered> {
  const isGood = statusCode >= 200 && statusCode < 300
  const answered: Answered = {
    kind: 'answered',
    status: statusCode,
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, [value].flat().join(', ')]),
    ),
    text: '',
  }
  if (isGood && wants === 'stream') {
    body.once('close', release)
    return { ...answered, stream: body }
  }
  const text = await readText(body, isGood ? Number.POSITIVE_INFINITY : longestErrorBody)
  release()
  return { ...answered, text }
}

async function readText(body: Readable, most: number): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let read = 0
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    text += decoder.decode(chunk.subarray(0, most - read), { stream: true })
    read += chunk.length
    if (read >= most) return text
  }
  return text + decoder.decode()
}
