/** The extensions that a server announces in its reply to EHLO (RFC 5321 4.1.1.1). */
export interface Extensions {
  pipelining: boolean
  chunking: boolean
  startTls: boolean
  smtpUtf8: boolean
  eightBitMime: boolean
  /** Whether it takes the size of a message (RFC 1870). */
  size: boolean
  /** The largest message in bytes; 0 if there is no fixed limit. */
  maxSize: number
  /** SASL mechanisms. */
  auth: readonly string[]
}

/** What a server offers that knows only HELO. */
export const noExtensions: Extensions = {
  pipelining: false,
  chunking: false,
  startTls: false,
  smtpUtf8: false,
  eightBitMime: false,
  size: false,
  maxSize: 0,
  auth: [],
}

export function readExtensions(reply: string): Extensions {
  // The first line is the name of the server.
  const lines = reply.split('\n').slice(1)
  const offered = new Map<string, string>()
  for (const line of lines) {
    // `AUTH=LOGIN` is the form that servers used before the standard.
    const [, keyword = '', values = ''] = /^\d{3}[- ]([A-Za-z0-9-]+)[ =]?(.*)$/.exec(line) ?? []
    const name = keyword.toUpperCase()
    offered.set(name, `${offered.get(name) ?? ''} ${values}`.trim())
  }
  return {
    pipelining: offered.has('PIPELINING'),
    chunking: offered.has('CHUNKING'),
    startTls: offered.has('STARTTLS'),
    smtpUtf8: offered.has('SMTPUTF8'),
    eightBitMime: offered.has('8BITMIME'),
    size: offered.has('SIZE'),
    maxSize: Number(/^\d{1,15}$/.exec(offered.get('SIZE') ?? '')?.[0] ?? 0),
    auth: (offered.get('AUTH') ?? '').toUpperCase().split(/\s+/).filter(Boolean),
  }
}
