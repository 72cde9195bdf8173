import type { Clock } from '../../../core/clock.ts'
import { networkOf } from '../../../core/network.ts'
import { dayMs, minuteMs, secondMs } from '../../../core/time.ts'
import { parseUrl } from '../../../core/urls/parse-url.ts'
import { createOutbound } from '../../outbound.ts'
import type { Service } from '../../service.ts'
import { createAttemptLimit } from '../attempt-limit.ts'
import { type Client, readClientMetadata } from './client-metadata.ts'
import { OAuthError } from './oauth-error.ts'

const maxIdLength = 500
/** A usual document has 1 kB. */
const maxBytes = 16 * 1024
const timeoutMs = 5 * secondMs

/** How often a network can make us fetch documents. */
const perNetwork = { attempts: 60, windowMs: 10 * minuteMs }

/** How long a document is kept, unless its headers say something else. */
const cacheMs = 5 * minuteMs
const maxCacheMs = dayMs
const maxCached = 500

interface Cached {
  client: Client
  until: number
}

/**
 * Returns a function that reads the document at a client's id (OAuth Client ID Metadata Document). Returns
 * undefined if there is none that is valid. Only valid documents are cached.
 */
export function createDocumentReader(
  service: Pick<Service, 'db' | 'clock' | 'resolver' | 'settings'>,
) {
  const { clock, settings } = service
  const allowsPrivate = settings.allowsPrivateWebhooks
  const countFetch = createAttemptLimit(service)
  const cache = new Map<string, Cached>()

  return async (id: string, ip: string): Promise<Client | undefined> => {
    if (!isDocumentId(id, allowsPrivate)) return undefined
    const now = clock.now()
    const cached = cache.get(id)
    if (cached && cached.until > now) return cached.client
    await countFetch(`oauth document ${networkOf(ip)}`, perNetwork)
    const fetched = await fetchDocument(service, id)
    const client = fetched && readDocument(id, fetched.body)
    if (!client) return undefined
    if (cache.size >= maxCached) cache.clear()
    cache.set(id, { client, until: now + cacheMsOf(fetched.cacheControl) })
    return client
  }
}

/** The rules of the draft: https, a path, and nothing that could be written in two ways. */
function isDocumentId(id: string, allowsPrivate: boolean): boolean {
  const url = parseUrl(id)
  if (!url || id.length > maxIdLength || url.href !== id) return false
  const { protocol, pathname, username, password, hash } = url
  if (protocol !== 'https:' && !(allowsPrivate && protocol === 'http:')) return false
  return pathname !== '/' && username === '' && password === '' && hash === '' && !id.includes('#')
}

async function fetchDocument(
  { clock, resolver, settings }: { clock: Clock } & Pick<Service, 'resolver' | 'settings'>,
  url: string,
): Promise<{ body: Buffer; cacheControl: string } | undefined> {
  const outbound = createOutbound({
    resolver,
    clock,
    allowsPrivate: settings.allowsPrivateWebhooks,
  })
  const ended = new AbortController()
  const late = new AbortController()
  clock.sleep(timeoutMs, ended.signal).then(() => late.abort())
  try {
    const userAgent = 'remite-oauth'
    const question = { url, method: 'GET', maxBytes: maxBytes + 1, userAgent } as const
    const answer = await outbound.ask(question, late.signal)
    // A redirect is not followed: the document must be at its own address.
    if ('fault' in answer || answer.status !== 200 || answer.body.length > maxBytes)
      return undefined
    return { body: answer.body, cacheControl: answer.cacheControl ?? '' }
  } finally {
    ended.abort()
    await outbound.close()
  }
}

function readDocument(id: string, body: Buffer): Client | undefined {
  try {
    const document = JSON.parse(body.toString())
    const metadata = readClientMetadata(document)
    const method: unknown = document.token_endpoint_auth_method ?? 'none'
    // We could not check another proof of who it is.
    if (document.client_id !== id || method !== 'none' || metadata.name === '') return undefined
    return { id, host: new URL(id).host, ...metadata }
  } catch (error) {
    if (error instanceof OAuthError || error instanceof SyntaxError) return undefined
    throw error
  }
}

function cacheMsOf(cacheControl: string): number {
  if (/no-store|no-cache/i.test(cacheControl)) return 0
  const seconds = /(?:^|[\s,])max-age=(\d{1,9})/i.exec(cacheControl)?.[1]
  return seconds === undefined ? cacheMs : Math.min(Number(seconds) * secondMs, maxCacheMs)
}
