import { BlockList, isIP, type LookupFunction } from 'node:net'
import type { Readable } from 'node:stream'
import { Agent, request } from 'undici'
import type { Clock } from '../core/clock.ts'
import type { Resolver } from './resolver.ts'

/** Why there was no answer, as it is kept and shown. */
export type OutboundFault =
  | 'not_public'
  | 'name_unknown'
  | 'timed_out'
  | 'refused'
  | 'tls_failed'
  | 'broken_off'
  | 'stopped'

/** The answer's status, whatever it is, or why there was none. */
export type Reply = { status: number } | { fault: OutboundFault }

export interface Post {
  url: string
  headers: Record<string, string>
  body: string
}

/** The one way out to addresses that strangers chose. */
export interface Outbound {
  /** Never throws; redirects are answers like others. */
  post(post: Post, stop?: AbortSignal): Promise<Reply>
  /** The bytes of a 200; reading them throws when they break off, or none come for ten seconds. */
  get(url: string): Promise<{ body: Readable } | Reply>
  close(): Promise<void>
}

interface OutboundSettings {
  resolver: Pick<Resolver, 'addresses'>
  clock: Clock
  /** The operator's word that these may be asked: plain http, loopback, the machines beside us. */
  allowsPrivate: boolean
}

/** From the look for its name to the last byte that is read. */
const timeoutMs = 10_000

/** What is said beyond this is left unread. */
const mostBytes = 64 * 1024

/** Whoever has told the status may say the rest within this. */
const restMs = 1000

export function createOutbound({ resolver, clock, allowsPrivate }: OutboundSettings): Outbound {
  // A socket is open to an address that was checked when it was opened, and to no other.
  const agent = new Agent({
    connect: { lookup: checkedLookup(resolver, allowsPrivate), timeout: timeoutMs },
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: 4000,
  })

  async function post({ url, headers, body }: Post, stop?: AbortSignal): Promise<Reply> {
    if (!allowsPrivate && !isPublicUrl(url)) return { fault: 'not_public' }
    const ending = new AbortController()
    let heard: Reply | undefined
    const late = clock.sleep(timeoutMs, ending.signal).then((): Reply => ({ fault: 'timed_out' }))
    const stopped = new Promise<Reply>((resolve) => {
      const tell = () => resolve({ fault: 'stopped' })
      if (stop?.aborted) tell()
      stop?.addEventListener('abort', tell, { once: true, signal: ending.signal })
    })
    try {
      const reply = await Promise.race([ask(), late, stopped])
      return heard ?? reply
    } finally {
      ending.abort()
    }

    async function ask(): Promise<Reply> {
      try {
        const asked = { dispatcher: agent, method: 'POST', headers, body } as const
        const answer = await request(url, { ...asked, signal: ending.signal })
        heard = { status: answer.statusCode }
        // What else comes is read so that the connection can be used again.
        const rest = answer.body.dump({ limit: mostBytes }).catch(() => {})
        await Promise.race([rest, clock.sleep(restMs, ending.signal)])
        return heard
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
      await body.dump({ limit: mostBytes }).catch(() => {})
      return { status: statusCode }
    } catch (error) {
      return { fault: faultOf(error) }
    }
  }

  return { post, get, close: () => agent.destroy() }
}

/** Whether an address can be one of a stranger's server, as far as its text tells. */
export function isPublicUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, username, password } = new URL(text)
  if (protocol !== 'https:' || username !== '' || password !== '') return false
  const host = bare(hostname)
  return isIP(host) ? isPublicAddress(host) : host !== 'localhost' && !host.endsWith('.localhost')
}

/** Without the brackets of IPv6, and without the dot that a whole name may end with. */
const bare = (hostname: string): string => hostname.replace(/^\[|\]$|\.$/g, '')

/** Nobody's, somebody's own, or not for one machine alone: RFC 6890 and what came after it. */
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
// What carries an IPv4 address inside (6to4, Teredo), what is for documents, and what is no unicast.
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  notPublic.addSubnet(network, bits, 'ipv6')
}

/** All that IPv6 has given out for the whole world: mapped IPv4, loopback, ULA lie outside. */
const worldWide = new BlockList()
worldWide.addSubnet('2000::', 3, 'ipv6')

export function isPublicAddress(address: string): boolean {
  const kind = isIP(address)
  if (kind === 4) return !notPublic.check(address, 'ipv4')
  if (kind !== 6 || !worldWide.check(address, 'ipv6')) return false
  return !notPublic.check(address, 'ipv6')
}

const ourselves = ['127.0.0.1', '::1']

/** What a socket is opened to. One address of a name that must not be asked spoils the name. */
const checkedLookup =
  (resolver: Pick<Resolver, 'addresses'>, allowsPrivate: boolean): LookupFunction =>
  (hostname, { all }, done) => {
    const host = bare(hostname)
    const found =
      allowsPrivate && host === 'localhost' ? Promise.resolve(ourselves) : resolver.addresses(host)
    found.then(
      (addresses) => {
        const [first] = addresses
        if (first === undefined) return done(coded('ENOTFOUND'), [])
        if (!allowsPrivate && !addresses.every(isPublicAddress))
          return done(coded(notPublicCode), [])
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

const coded = (code: string): NodeJS.ErrnoException => Object.assign(new Error(code), { code })

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

/** Of several tried addresses, the first one's. */
function codeOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0])
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
