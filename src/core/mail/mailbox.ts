import { providers } from './mailbox-providers.ts'

const homes = new Map(
  providers.flatMap(({ domains, ignoresDots }) =>
    domains.map((domain) => [domain, { domain: domains[0], ignoresDots }] as const),
  ),
)

/**
 * Returns the mailbox of a normalised address, for limits: all spellings that may reach the same
 * person are one mailbox. A plus suffix is dropped for every domain, because most servers ignore it.
 */
export function mailboxOf(emailKey: string): string {
  const at = emailKey.lastIndexOf('@')
  const domain = emailKey.slice(at + 1)
  const { domain: home, ignoresDots } = homes.get(domain) ?? { domain, ignoresDots: false }
  const [beforePlus = ''] = emailKey.slice(0, at).split('+')
  const name = ignoresDots ? beforePlus.replaceAll('.', '') : beforePlus
  // An address such as `+@example.org` has nothing before the plus.
  return `${name === '' ? emailKey.slice(0, at) : name}@${home}`
}
