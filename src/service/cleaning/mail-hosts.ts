import type { Clock } from '../../core/clock.ts'
import { isNotThere, type Resolver } from '../resolver.ts'

/** Whether a domain takes mail; `unknown` when DNS did not answer, which says nothing about it. */
export type MailVerdict = 'takes' | 'refuses' | 'unknown'

export interface MailHosts {
  /** Of each domain; undefined when it was stopped before all were known. */
  verdictsOn(
    domains: Iterable<string>,
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, MailVerdict> | undefined>
}

/** Questions on their way at once: a resolver answers thousands a second. */
const atOnce = 64

/** Several questions with their repetitions; a name server that is slower is as good as silent. */
const longestMs = 8000

const keptMs = { takes: 3_600_000, refuses: 3_600_000, unknown: 60_000 }

/** About 10 MB. */
const mostKept = 100_000

/** Asks DNS, never within a transaction; each domain once while its answer is fresh. */
export function createMailHosts({
  resolver,
  clock,
}: {
  resolver: Resolver
  clock: Clock
}): MailHosts {
  const kept = new Map<string, { verdict: MailVerdict; until: number }>()

  async function ask(domain: string): Promise<MailVerdict> {
    const ended = new AbortController()
    const deadline = clock.sleep(longestMs, ended.signal).then((): MailVerdict => 'unknown')
    const verdict = await Promise.race([verdictOn(resolver, domain), deadline])
    ended.abort()
    if (kept.size >= mostKept) kept.clear()
    kept.set(domain, { verdict, until: clock.now() + keptMs[verdict] })
    return verdict
  }

  return {
    async verdictsOn(domains, signal) {
      const verdicts = new Map<string, MailVerdict>()
      const open: string[] = []
      for (const domain of new Set(domains)) {
        const known = kept.get(domain)
        if (known && known.until > clock.now()) verdicts.set(domain, known.verdict)
        else open.push(domain)
      }
      const askNext = async () => {
        for (let domain = open.pop(); domain !== undefined; domain = open.pop()) {
          if (signal.aborted) return
          verdicts.set(domain, await ask(domain))
        }
      }
      await Promise.all(Array.from({ length: atOnce }, askNext))
      return signal.aborted ? undefined : verdicts
    },
  }
}

/** By its MX records; without one the domain itself is the host (RFC 5321, 5.1). */
async function verdictOn(resolver: Resolver, domain: string): Promise<MailVerdict> {
  const hosts = await lookUp(() => resolver.mx(domain))
  if (hosts === 'unknown') return 'unknown'
  if (hosts.length > 0) return hosts.every(isNoHost) ? 'refuses' : 'takes'
  const addresses = await lookUp(() => resolver.addresses(domain))
  if (addresses === 'unknown') return 'unknown'
  return addresses.length > 0 ? 'takes' : 'refuses'
}

const isNoHost = (host: string): boolean => host === '' || host === '.'

async function lookUp(ask: () => Promise<string[]>): Promise<string[] | 'unknown'> {
  try {
    return await ask()
  } catch (error) {
    return isNotThere(error) ? [] : 'unknown'
  }
}
