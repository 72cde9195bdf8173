import { Resolver as DnsResolver } from 'node:dns/promises'

/** What we ask of DNS, handed in so that tests can answer. Throws with node's codes (`ENOTFOUND` …). */
export interface Resolver {
  /** Each record's strings, joined. */
  txt(name: string): Promise<string[]>
  /** Host names, the most preferred first. */
  mx(name: string): Promise<string[]>
}

/** One name server's answer is waited for this long; a check asks several names. */
const timeoutMs = 3000

export function dnsResolver(): Resolver {
  const dns = new DnsResolver({ timeout: timeoutMs, tries: 2 })
  return {
    txt: async (name) => (await dns.resolveTxt(name)).map((strings) => strings.join('')),
    mx: async (name) =>
      (await dns.resolveMx(name))
        .sort((a, b) => a.priority - b.priority)
        .map(({ exchange }) => exchange),
  }
}
