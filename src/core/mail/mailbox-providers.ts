/**
 * A mailbox provider with public rules about which addresses reach the same mailbox. For all other
 * domains every spelling counts as a separate mailbox.
 */
export interface Provider {
  /** Interchangeable domains. The first one represents all. */
  domains: readonly [string, ...string[]]
  ignoresDots: boolean
}

const each = (...domains: string[]): Provider[] =>
  domains.map((domain) => ({ domains: [domain], ignoresDots: false }))

/** Known providers. All of them ignore a plus suffix. */
export const providers: readonly Provider[] = [
  { domains: ['gmail.com', 'googlemail.com'], ignoresDots: true },
  { domains: ['icloud.com', 'me.com', 'mac.com'], ignoresDots: false },
  { domains: ['proton.me', 'protonmail.com', 'pm.me'], ignoresDots: false },
  ...each('outlook.com', 'outlook.es', 'hotmail.com', 'hotmail.es', 'live.com', 'msn.com'),
  ...each('fastmail.com', 'fastmail.fm'),
]
