/** Statistics keep machines apart, and rates count people. */
export type Visitor = 'person' | 'machine'

export interface OpenSigns {
  agent: string | undefined
  msSinceDelivery: number
}

export interface ClickSigns extends OpenSigns {
  /** Different links of this message that this recipient followed within `burstMs`, with this one. */
  linksInBurst: number
  linksInMessage: number
}

/**
 * Scanners fetch a message while the relay still holds it or just after; a person first has to see
 * that it came. Also what makes Google's and Yahoo's image proxies a machine: they fetch when
 * someone opens, except when they fetch ahead.
 */
export const machineWindowMs = 10_000

/** A scanner follows the links of a message in parallel; nobody reads three pages in two seconds. */
export const burstMs = 2_000
const burstLinks = 3

/** Apple's Mail Privacy Protection fetches every image at delivery, under this name and no other. */
const appleAgent = 'Mozilla/5.0'

const machineAgents = new RegExp(
  [
    // Crawlers and link previews. A Cubot is a telephone.
    '(?<!cu)bot\\b|crawl|spider|preview|facebookexternalhit|whatsapp/|slurp',
    // Programs that are no mail client and no browser.
    'curl/|wget/|python-|aiohttp|go-http-client|java/|libwww|headless|phantomjs|puppeteer|playwright',
    // Gateways that look into mail for its receivers.
    'barracuda|mimecast|proofpoint|symantec|messagelabs|trend ?micro|sophos|forti(?:net|guard|mail)',
    'fireeye|ironport|cloudmark|zscaler|safe-?links|safe-?browsing|urlscan|virustotal|scanner',
  ].join('|'),
  'i',
)

export function judgeOpen(signs: OpenSigns, windowMs = machineWindowMs): Visitor {
  return isMachine(signs, windowMs) ? 'machine' : 'person'
}

/**
 * The links before the one that completes a burst have been judged as people's by then: who records
 * them turns the whole burst.
 */
export function judgeClick(signs: ClickSigns, windowMs = machineWindowMs): Visitor {
  return isMachine(signs, windowMs) || isBurst(signs) ? 'machine' : 'person'
}

const purposeHeaders = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'] as const

/** A HEAD asks about a page, and a prefetch guesses that somebody may want it: neither counts. */
export function isVisit(
  method: string,
  headers: Readonly<Record<string, string | string[] | undefined>>,
): boolean {
  if (method !== 'GET') return false
  return !purposeHeaders.some((name) => {
    const purpose = headers[name]
    return purpose !== undefined && /prefetch|prerender|preview/i.test(String(purpose))
  })
}

function isMachine({ agent, msSinceDelivery }: OpenSigns, windowMs: number): boolean {
  // Every browser and mail client says something; what says nothing is a script.
  const name = agent?.trim() ?? ''
  return (
    msSinceDelivery < windowMs || name === '' || name === appleAgent || machineAgents.test(name)
  )
}

function isBurst({ linksInBurst, linksInMessage }: ClickSigns): boolean {
  return linksInBurst > 1 && linksInBurst >= Math.min(burstLinks, linksInMessage)
}
