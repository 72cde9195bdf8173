import type { Readable } from 'node:stream'
import { Agent, type Dispatcher, EnvHttpProxyAgent, request } from 'undici'
import { Failure } from '../core/failure.ts'
import { keepFirstWasmCode } from '../core/heap.ts'
import { parseUrl } from '../core/urls/parse-url.ts'
import { connectionErrorOf } from './connection-error.ts'
import { interruption } from './interruption.ts'
import type {
  Answered,
  NoResponse,
  Outcome,
  Outgoing,
  ProxySettings,
  Transport,
} from './outcome.ts'

/**
 * Measured at 30 ms from the server: 60k, 235k and 440k contacts/s with 1, 4 and 8 connections.
 * More gain nothing.
 */
const connections = 8

/** The maximum length of an error body. A broken server may send more, which stays unread. */
const maxErrorBody = 1024 * 1024

interface TransportSettings {
  /**
   * The time from the first byte sent to the last byte received; for a stream, the longest pause.
   */
  timeoutMs: number
  proxy: ProxySettings
}

export function createTransport({ timeoutMs, proxy }: TransportSettings): Transport {
  keepFirstWasmCode()
  const agent = createAgent(proxy, timeoutMs)

  async function send(outgoing: Outgoing): Promise<Outcome> {
    const { method, url, headers, body, wants, signal } = outgoing
    const isStreamed = wants === 'stream' || typeof body === 'object'
    const limit = limitTime(isStreamed ? undefined : timeoutMs, signal)
    let mayHaveArrived = false
    const dispatcher = agent.compose(
      onStart(() => {
        mayHaveArrived = true
      }),
    )
    const lose = (error: unknown): NoResponse => ({
      kind: 'lost',
      mayHaveArrived,
      ...(limit.hasPassed()
        ? { cause: 'timeout', reason: 'ETIMEDOUT' }
        : connectionErrorOf(error, new URL(url))),
      error,
    })
    try {
      const pending = request(url, {
        dispatcher,
        method: method as Dispatcher.HttpMethod, // undici validates the others
        headers,
        ...(body !== undefined && { body }),
        signal: limit.signal,
        headersTimeout: timeoutMs,
        bodyTimeout: timeoutMs,
      })
      const response = await limit.race(pending)
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
    // undici reads the environment itself if a value is undefined.
    httpProxy: proxyUrl('HTTP_PROXY', proxy.http),
    httpsProxy: proxyUrl('HTTPS_PROXY', proxy.https),
    noProxy: proxy.except ?? '',
  })
}

function proxyUrl(variable: string, text = ''): string {
  if (text === '') return ''
  const url = text.includes('://') ? text : `http://${text}`
  if (parseUrl(url)) return url
  throw new Failure('usage', { problems: [{ field: variable, code: 'bad_url' }] })
}

/** undici starts a request on an open connection, immediately before its first byte is written. */
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

/**
 * One signal for the caller's signal and the deadline. `release` removes the timer and the
 * listener.
 */
function limitTime(timeoutMs: number | undefined, signal: AbortSignal | undefined) {
  const stop = new AbortController()
  let isLate = false
  const abort = () => stop.abort(signal?.reason)
  const expire = () => {
    isLate = true
    stop.abort()
  }
  const timer = timeoutMs === undefined ? undefined : setTimeout(expire, timeoutMs)
  signal?.addEventListener('abort', abort, { once: true })
  if (signal?.aborted) abort()
  return {
    signal: stop.signal,
    hasPassed: () => isLate,
    /** undici notices an abort only once the connection is open. */
    race: <T>(work: Promise<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        const give = () => reject(stop.signal.reason)
        if (stop.signal.aborted) give()
        stop.signal.addEventListener('abort', give, { once: true })
        work.then(resolve, reject)
      }),
    release: () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
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
  const text = await readText(body, isGood ? Number.POSITIVE_INFINITY : maxErrorBody)
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
