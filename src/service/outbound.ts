import { BlockList, isIP, type LookupFunction } from 'node:net'
import type { Readable } from 'node:stream'
import { Agent, request } from 'undici'
import type { Clock } from '../core/clock.ts'
import { parseUrl } from '../core/urls/parse-url.ts'
import type { Resolver } from './resolver.ts'

/** Why there was no answer, as stored and shown. */
type OutboundFault =
  | 'not_public'
  | 'name_unknown'
  | 'timed_out'
  | 'refused'
  | 'tls_failed'
  | 'broken_off'
  | 'stopped'

export type AskFault = OutboundFault | 'no_network'

/** The status of the answer, whatever it is, or why there was none. */
export type Reply = { status: number } | { fault: OutboundFault }

interface Post {
  url: string
  headers: Record<string, string>
  body: string
}

interface Question {
  url: string
  method: 'HEAD' | 'GET'
  /** How much of the body to read. */
  maxBytes?: number
  /** Default: that of the link check. */
  userAgent?: string
}

/** What a page that a reader would open answers. */
interface PageAnswer {
  status: number
  /** The target of a redirect. */
  location?: string
  /** The size that the server announces. */
  bytes?: number
  /** The header of this name. */
  cacheControl?: string
  /** The beginning of the body. */
  body: Buffer
}

/** The HTTP client for addresses that users choose. There is no other way out. */
export interface Outbound {
  /** Never throws. A redirect is an answer like any other. */
  post(post: Post, stop?: AbortSignal): Promise<Reply>
  /** Returns the body of a 200. Reading it throws if it breaks off or pauses for ten seconds. */
  get(url: string): Promise<{ body: Readable } | Reply>
  /**
   * Asks for a page as a browser would: plain http is allowed, private addresses are not. Never
   * throws. `no_network` means that not even the name could be looked up.
   */
  ask(question: Question, stop: AbortSignal): Promise<PageAnswer | { fault: AskFault }>
  close(): Promise<void>
}

interface OutboundSettings {
  resolver: Pick<Resolver, 'addresses'>
  clock: Clock
  /** The operator allows plain http, loopback and private networks. */
  allowsPrivate: boolean
}

/** From the DNS lookup to the last byte that is read. */
const timeoutMs = 10_000

/** The rest of a longer answer is not read. */
const maxReplyBytes = 64 * 1024

/** How long to read the body after the status, so that the connection can be reused. */
const drainMs = 1000

export function createOutbound({ resolver, clock, allowsPrivate }: OutboundSettings): Outbound {
  // A socket connects only to an address that was checked when it was opened.
  const agent = new Agent({
    connect: { lookup: checkedLookup(resolver, allowsPrivate), timeout: timeoutMs },
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: 4000,
  })

  async function post({ url, headers, body }: Post, stop?: AbortSignal): Promise<Reply> {
    if (!allowsPrivate && !isPublicUrl(url)) return { fault: 'not_public' }
    const ending = new AbortController()
    let received: Reply | undefined
    const late = clock.sleep(timeoutMs, ending.signal).then((): Reply => ({ fault: 'timed_out' }))
    const stopped = new Promise<Reply>((resolve) => {
      const resolveStopped = () => resolve({ fault: 'stopped' })
      if (stop?.aborted) resolveStopped()
      stop?.addEventListener('abort', resolveStopped, { once: true, signal: ending.signal })
    })
    try {
      const reply = await Promise.race([ask(), late, stopped])
      return received ?? reply
    } finally {
      ending.abort()
    }

    async function ask(): Promise<Reply> {
      try {
        const options = { dispatcher: agent, method: 'POST', headers, body } as const
        const answer = await request(url, { ...options, signal: ending.signal })
        received = { status: answer.statusCode }
        // Reads the rest, so that the connection can be reused.
        const rest = answer.body.dump({ limit: maxReplyBytes }).catch(() => {})
        await Promise.race([rest, clock.sleep(drainMs, ending.signal)])
        return received
      } catch (error) {
        return { fault: faultOf(error) }
      }
    }
  }

  async function get(url: string): Promise<{ body: Readable } | Reply> {
    if (!allowsPrivate && !isPublicUrl(url)) return { fault: 'not_public' }
    const limits = { headersTimeout: timeoutMs, bodyTimeout: timeoutMs }
    try {
      const { statusCode, body } = await request(url, { dispatcher: agent, ...limits })
      if (statusCode === 200) return { body }
      await body.dump({ limit: maxReplyBytes }).catch(() => {})
      return { status: statusCode }
    } catch (error) {
      return { fault: faultOf(error) }
    }
  }

  async function ask(
    { url, method, maxBytes = 0, userAgent = 'remite-link-check' }: Question,
    stop: AbortSignal,
  ): Promise<PageAnswer | { fault: AskFault }> {
    if (!allowsPrivate && !isPublicUrl(url.replace(/^http:/i, 'https:'))) {
      return { fault: 'not_public' }
    }
    try {
      const headers = { 'user-agent': userAgent, accept: '*/*' }
      const options = { dispatcher: agent, method, headers, signal: stop } as const
      const { statusCode: status, headers: answered, body } = await request(url, options)
      const { location, 'content-length': length, 'cache-control': cacheControl } = answered
      const read = await beginningOf(body, maxBytes)
      return {
        status,
        ...(typeof location === 'string' && { location }),
        ...(typeof length === 'string' && { bytes: Number(length) }),
        ...(typeof cacheControl === 'string' && { cacheControl }),
        body: read,
      }
    } catch (error) {
      if (stop.aborted) return { fault: 'timed_out' }
      return { fault: isUnreachable(error) ? 'no_network' : faultOf(error) }
    }
  }

  return { post, get, ask, close: () => agent.destroy() }
}

async function beginningOf(body: Readable, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  // The rest of a page is not needed, so the connection is given up.
  body.on('error', () => {})
  if (maxBytes > 0) {
    for await (const chunk of body) {
      chunks.push(chunk as Buffer)
      size += (chunk as Buffer).length
      if (size >= maxBytes) break
    }
  }
  body.destroy()
  return Buffer.concat(chunks)
}

/** Whether the fault is on this side: no name server answers, or no route leads out. */
function isUnreachable(error: unknown): boolean {
  const code = codeOf(error)
  const isLookup =
    error instanceof Error && 'syscall' in error && /^query/.test(String(error.syscall))
  return isLookup
    ? !/^(?:ENOTFOUND|ENODATA|EBADNAME)$/.test(code)
    : /^(?:ENETUNREACH|ENETDOWN|EAI_AGAIN)$/.test(code)
}

/** Whether a URL may point to a public server, as far as its text shows. */
export function isPublicUrl(text: string): boolean {
  const url = parseUrl(text)
  if (!url) return false
  const { protocol, hostname, username, password } = url
  if (protocol !== 'https:' || username !== '' || password !== '') return false
  const host = bareHost(hostname)
  return isIP(host) ? isPublicAddress(host) : host !== 'localhost' && !host.endsWith('.localhost')
}

/** Removes the brackets of IPv6 and the final dot of a fully qualified name. */
const bareHost = (hostname: string): string => hostname.replace(/^\[|\]$|\.$/g, '')

/** Addresses that are private, reserved or not unicast: RFC 6890 and later registrations. */
const notPublic = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  notPublic.addSubnet(network, bits, 'ipv4')
}
// Addresses that embed IPv4 (6to4, Teredo), documentation, and multicast.
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  notPublic.addSubnet(network, bits, 'ipv6')
}

/** The global unicast range of IPv6. Mapped IPv4, loopback and ULA are outside it. */
const globalUnicast = new BlockList()
globalUnicast.addSubnet('2000::', 3, 'ipv6')

function isPublicAddress(address: string): boolean {
  const kind = isIP(address)
  if (kind === 4) return !notPublic.check(address, 'ipv4')
  if (kind !== 6 || !globalUnicast.check(address, 'ipv6')) return false
  return !notPublic.check(address, 'ipv6')
}

const loopbackAddresses = ['127.0.0.1', '::1']

/**
 * Resolves a name to the address that a socket connects to. A single private address disqualifies
 * the name.
 */
const checkedLookup =
  (resolver: Pick<Resolver, 'addresses'>, allowsPrivate: boolean): LookupFunction =>
  (hostname, { all }, done) => {
    const host = bareHost(hostname)
    const found =
      allowsPrivate && host === 'localhost'
        ? Promise.resolve(loopbackAddresses)
        : resolver.addresses(host)
    found.then(
      (addresses) => {
        const [first] = addresses
        if (first === undefined) return done(errorWithCode('ENOTFOUND'), [])
        if (!allowsPrivate && !addresses.every(isPublicAddress))
          return done(errorWithCode(notPublicCode), [])
        if (all)
          done(
            null,
            addresses.map((address) => ({ address, family: isIP(address) })),
          )
        else done(null, first, isIP(first))
      },
      (error: NodeJS.ErrnoException) => done(error, []),
    )
  }

const notPublicCode = 'NOT_PUBLIC'

const errorWithCode = (code: string): NodeJS.ErrnoException =>
  Object.assign(new Error(code), { code })

function faultOf(error: unknown): OutboundFault {
  const code = codeOf(error)
  if (code === notPublicCode) return 'not_public'
  if (/^(ENOTFOUND|ENODATA|ESERVFAIL|EREFUSED|EAI_|EBADNAME|ETIMEOUT)/.test(code)) {
    return 'name_unknown'
  }
  if (/^(UND_ERR_(CONNECT|HEADERS)_TIMEOUT|ETIMEDOUT)$/.test(code)) return 'timed_out'
  if (/^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/.test(code)) return 'refused'
  if (/CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO/.test(code)) return 'tls_failed'
  return 'broken_off'
}

/** Of several failed addresses, the code of the first. */
function codeOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0])
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
