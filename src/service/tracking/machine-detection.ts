import { serviceDefaults } from '../../core/service/defaults.ts'

/** Statistics list machines separately, and rates only count people. */
type VisitorKind = 'person' | 'machine'

interface OpenSignals {
  /** See `isMachineAgent`. */
  isMachineAgent: boolean
  msSinceDelivery: number
}

interface ClickSignals extends OpenSignals {
  /**
   * Distinct links of this message that the recipient clicked within `burstMs`, including this one.
   */
  linksInBurst: number
  linksInMessage: number
}

/** A scanner follows links in parallel. No one reads three pages in two seconds. */
export const burstMs = 2_000
const burstLinks = 3

/** Apple's Mail Privacy Protection fetches every image at delivery with exactly this user agent. */
const appleAgent = 'Mozilla/5.0'

const machineAgents = new RegExp(
  [
    // Crawlers and link previews, but not Cubot, a brand of phones.
    '(?<!cu)bot\\b|crawl|spider|preview|facebookexternalhit|whatsapp/|slurp',
    // Programs that are neither mail clients nor browsers.
    'curl/|wget/|python-|aiohttp|go-http-client|java/|libwww|headless|phantomjs|puppeteer|playwright',
    // Security gateways.
    'barracuda|mimecast|proofpoint|symantec|messagelabs|trend ?micro|sophos|forti(?:net|guard|mail)',
    'fireeye|ironport|cloudmark|zscaler|safe-?links|safe-?browsing|urlscan|virustotal|scanner',
  ].join('|'),
  'i',
)

/** Longer than any real one. It bounds the time of the search. */
const maxAgentLength = 1000

/** Whether a `User-Agent` header is that of a program without a reader. */
export function isMachineAgent(agent: string | undefined): boolean {
  // Every browser and mail client sends a user agent. A request without one comes from a script.
  const name = agent?.slice(0, maxAgentLength).trim() ?? ''
  return name === '' || name === appleAgent || machineAgents.test(name)
}

export function classifyOpen(
  signs: OpenSignals,
  windowMs: number = serviceDefaults.machineWindowMs,
): VisitorKind {
  return isMachine(signs, windowMs) ? 'machine' : 'person'
}

/**
 * The earlier clicks of a burst have been classified as those of a person. The caller reclassifies
 * them.
 */
export function classifyClick(
  signs: ClickSignals,
  windowMs: number = serviceDefaults.machineWindowMs,
): VisitorKind {
  return isMachine(signs, windowMs) || isBurst(signs) ? 'machine' : 'person'
}

const purposeHeaders = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'] as const

/** HEAD requests and prefetches do not count as visits. */
export function isCountedRequest(
  method: string,
  headers: Readonly<Record<string, string | string[] | undefined>>,
): boolean {
  if (method !== 'GET') return false
  return !purposeHeaders.some((name) => {
    const purpose = headers[name]
    return purpose !== undefined && /prefetch|prerender|preview/i.test(String(purpose))
  })
}

function isMachine({ isMachineAgent, msSinceDelivery }: OpenSignals, windowMs: number): boolean {
  return msSinceDelivery < windowMs || isMachineAgent
}

function isBurst({ linksInBurst, linksInMessage }: ClickSignals): boolean {
  return linksInBurst > 1 && linksInBurst >= Math.min(burstLinks, linksInMessage)
}
