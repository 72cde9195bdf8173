/**
 * Providers whose rules are public: what they deliver to one mailbox is one mailbox here too. Of any
 * other domain every spelling is taken for a mailbox of its own, since nobody outside can know.
 */
export interface Provider {
  /** Names of one mailbox; the first stands for all. */
  domains: readonly [string, ...string[]]
  ignoresDots: boolean
}

const each = (...domains: string[]): Provider[] =>
  domains.map((domain) => ({ domains: [domain], ignoresDots: false }))

/** All of them leave out what stands behind a plus. */
export const providers: readonly Provider[] = [
  { domains: ['gmail.com', 'googlemail.com'], ignoresDots: true },
  { domains: ['icloud.com', 'me.com', 'mac.com'], ignoresDots: false },
  { domains: ['proton.me', 'protonmail.com', 'pm.me'], ignoresDots: false },
  ...each('outlook.com', 'outlook.es', 'hotmail.com', 'hotmail.es', 'live.com', 'msn.com'),
  ...each('fastmail.com', 'fastmail.fm'),
]
