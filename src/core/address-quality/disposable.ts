interface Lists {
  domains: ReadonlySet<string>
  /** Domains whose subdomains are disposable too. */
  parents: ReadonlySet<string>
}

let lists: Promise<Lists> | undefined

/** Loads a check whether a domain or one of its parents offers disposable mailboxes. */
export async function loadDisposable(): Promise<(domain: string) => boolean> {
  lists ??= load()
  const { domains, parents } = await lists
  return (domain) => {
    if (domains.has(domain)) return true
    return namesAbove(domain).some((name) => domains.has(name) || parents.has(name))
  }
}

/** Loads a hundred thousand names, when the first list is cleaned and not at every start. */
async function load(): Promise<Lists> {
  const [{ default: domains }, { default: parents }] = await Promise.all([
    import('disposable-email-domains/index.json', { with: { type: 'json' } }),
    import('disposable-email-domains/wildcard.json', { with: { type: 'json' } }),
  ])
  return { domains: new Set(domains), parents: new Set(parents) }
}

const namesAbove = (domain: string): string[] => {
  const labels = domain.split('.')
  return labels.map((_, start) => labels.slice(start).join('.')).slice(1, -1)
}
