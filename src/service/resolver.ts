import { Resolver as DnsResolver } from 'node:dns/promises'

/** What we ask of DNS, handed in so that tests can answer. Throws with node's codes (`ENOTFOUND` …). */
export interface Resolver {
  /** Each record's strings, joined. */
  txt(name: string): Promise<string[]>
  /** Host names, the most preferred first. One that is empty says that no mail is taken (RFC 7505). */
  mx(name: string): Promise<string[]>
  /** Addresses of either kind; fails when neither was found. */
  addresses(name: string): Promise<string[]>
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
    addresses: (name) => eitherOf(dns.resolve4(name), dns.resolve6(name)),
  }
}

/** One kind is enough; where one is not there and the other is not known, it is not known. */
async function eitherOf(...asked: Promise<string[]>[]): Promise<string[]> {
  const answers = await Promise.allSettled(asked)
  const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  const failed = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []))
  if (found.length > 0 || failed.length === 0) return found
  throw failed.find((error) => !isNotThere(error)) ?? failed[0]
}

/** No such name, or no such record: an answer, while everything else is none. */
export const isNotThere = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  (error.code === 'ENOTFOUND' || error.code === 'ENODATA')
