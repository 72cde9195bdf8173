import type { Clock } from '../../core/clock.ts'
import { hourMs, minuteMs } from '../../core/time.ts'
import { isNotFound, type Resolver } from '../resolver.ts'

/** Whether a domain accepts mail. `unknown`: DNS did not answer. */
type MailSupport = 'takes' | 'refuses' | 'unknown'

export interface MailHosts {
  /** Returns the verdict on each domain. Undefined if aborted before all were known. */
  lookUp(
    domains: Iterable<string>,
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, MailSupport> | undefined>
}

/** Concurrent DNS queries. A resolver answers thousands per second. */
const atOnce = 64

/** Covers several queries with their retries. A slower name server counts as unreachable. */
const timeoutMs = 8000

const cacheMs = { takes: hourMs, refuses: hourMs, unknown: minuteMs }

/** Cached domains: about 10 MB. */
const maxCached = 100_000

/** Creates a cached DNS lookup of mail hosts. Do not use it within a transaction. */
export function createMailHosts({
  resolver,
  clock,
}: {
  resolver: Resolver
  clock: Clock
}): MailHosts {
  const cache = new Map<string, { verdict: MailSupport; until: number }>()

  async function checkDomain(domain: string): Promise<MailSupport> {
    const ended = new AbortController()
    const deadline = clock.sleep(timeoutMs, ended.signal).then((): MailSupport => 'unknown')
    const verdict = await Promise.race([verdictOn(resolver, domain), deadline])
    ended.abort()
    if (cache.size >= maxCached) cache.clear()
    cache.set(domain, { verdict, until: clock.now() + cacheMs[verdict] })
    return verdict
  }

  return {
    async lookUp(domains, signal) {
      const verdicts = new Map<string, MailSupport>()
      const open: string[] = []
      for (const domain of new Set(domains)) {
        const known = cache.get(domain)
        if (known && known.until > clock.now()) verdicts.set(domain, known.verdict)
        else open.push(domain)
      }
      const checkNext = async () => {
        for (let domain = open.pop(); domain !== undefined; domain = open.pop()) {
          if (signal.aborted) return
          verdicts.set(domain, await checkDomain(domain))
        }
      }
      await Promise.all(Array.from({ length: atOnce }, checkNext))
      return signal.aborted ? undefined : verdicts
    },
  }
}

/** Checks the MX records. Without any, the domain itself is the host (RFC 5321, 5.1). */
async function verdictOn(resolver: Resolver, domain: string): Promise<MailSupport> {
  const hosts = await lookUp(() => resolver.mx(domain))
  if (hosts === 'unknown') return 'unknown'
  if (hosts.length > 0) return hosts.every(isNoHost) ? 'refuses' : 'takes'
  const addresses = await lookUp(() => resolver.addresses(domain))
  if (addresses === 'unknown') return 'unknown'
  return addresses.length > 0 ? 'takes' : 'refuses'
}

const isNoHost = (host: string): boolean => host === '' || host === '.'

async function lookUp(checkDomain: () => Promise<string[]>): Promise<string[] | 'unknown'> {
  try {
    return await checkDomain()
  } catch (error) {
    return isNotFound(error) ? [] : 'unknown'
  }
}
