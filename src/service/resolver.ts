import { Resolver as DnsResolver } from 'node:dns/promises'

/**
 * The DNS queries of the service, injected so that tests can answer them. Throws with node's codes
 * (`ENOTFOUND` …).
 */
export interface Resolver {
  /** The strings of each record, joined. */
  txt(name: string): Promise<string[]>
  /**
   * Host names, the most preferred first. An empty one says that the domain accepts no mail (RFC
   * 7505).
   */
  mx(name: string): Promise<string[]>
  /** IPv4 and IPv6 addresses. Throws if there are none. */
  addresses(name: string): Promise<string[]>
}

/** The timeout for one name server. A check queries several names. */
const timeoutMs = 3000

export function dnsResolver(): Resolver {
  const dns = new DnsResolver({ timeout: timeoutMs, tries: 2 })
  return {
    txt: async (name) => (await dns.resolveTxt(name)).map((strings) => strings.join('')),
    mx: async (name) =>
      (await dns.resolveMx(name))
        .sort((a, b) => a.priority - b.priority)
        .map(({ exchange }) => exchange),
    addresses: (name) => resolveEither(dns.resolve4(name), dns.resolve6(name)),
  }
}

/**
 * One kind of address is enough. If one kind does not exist and the other is unknown, the result is
 * unknown.
 */
async function resolveEither(...lookups: Promise<string[]>[]): Promise<string[]> {
  const answers = await Promise.allSettled(lookups)
  const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  const failed = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []))
  if (found.length > 0 || failed.length === 0) return found
  throw failed.find((error) => !isNotFound(error)) ?? failed[0]
}

/** The name or the record does not exist. This is an answer; any other error is not. */
export const isNotFound = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  (error.code === 'ENOTFOUND' || error.code === 'ENODATA')
