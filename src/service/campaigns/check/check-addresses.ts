import { createHash } from 'node:crypto'
import { dayMs } from '../../../core/time.ts'
import type { LinkCheckRow } from '../../database/schema/link-check.ts'
import { createOutbound } from '../../outbound.ts'
import type { Service } from '../../service.ts'
import { askAddress } from './ask-address.ts'
import type { Finding } from './finding.ts'
import { selectLinkChecks, upsertLinkChecks } from './link-checks-store.ts'
import type { WebAddress } from './links.ts'

/** A page does not disappear within a day. */
const freshMs = dayMs

const maxLinks = 20
const maxImages = 10
const atOnce = 4
const eachMs = 5000
const allMs = 10_000

/** Images above are slow to load, or wider than any mail program shows them. */
const maxImageBytes = 1024 * 1024
const maxImageWidth = 1200

/** Asks whether the links and images of a message exist. Answers are kept for a day. */
export async function checkAddresses(
  service: Pick<Service, 'db' | 'clock' | 'resolver' | 'settings'>,
  accountId: number,
  addresses: readonly WebAddress[],
): Promise<Finding[]> {
  const { db, clock, settings } = service
  const wanted = addressesToAsk(addresses, settings.publicUrl)
  const hashes = new Map(wanted.map((address) => [hashOf(address.url), address]))
  const known = await selectLinkChecks(db, accountId, [...hashes.keys()])
  const now = clock.now()
  const fresh = known.filter(({ checked_at: at }) => at > now - freshMs)
  const freshHashes = new Set(fresh.map(({ url_hash }) => url_hash))
  const due = [...hashes].filter(([hash]) => !freshHashes.has(hash))
  const { answers, isOffline } = await askAll(service, due)
  const rows = answers.map(({ hash, ...answer }) => ({
    ...answer,
    account_id: accountId,
    url_hash: hash,
    checked_at: now,
  }))
  // A server that was slow once is asked again.
  await upsertLinkChecks(
    db,
    rows.filter((row) => !mayBeOurs(row)),
  )
  const answered = [...fresh, ...rows]
  return [
    ...answered.flatMap((row) => {
      const address = hashes.get(row.url_hash)
      return address ? findingsOf(address, row) : []
    }),
    ...(isOffline ? [notAsked(due.length - rows.length, known)] : []),
  ]
}

/** Each address once, without our own pages and without reserved names (RFC 2606). */
function addressesToAsk(addresses: readonly WebAddress[], publicUrl: string): WebAddress[] {
  const isAsked = ({ url }: WebAddress) =>
    !url.startsWith(publicUrl) &&
    !/\.(?:example|test|invalid|localhost)\.?$/i.test(new URL(url).hostname)
  const distinct = new Map(addresses.filter(isAsked).map((address) => [bare(address.url), address]))
  const of = (kind: WebAddress['kind']) =>
    [...distinct.values()].filter((each) => each.kind === kind)
  return [...of('link').slice(0, maxLinks), ...of('image').slice(0, maxImages)]
}

const bare = (url: string): string => url.replace(/#.*$/, '')

const hashOf = (url: string): string =>
  createHash('sha256').update(bare(url)).digest('base64url').slice(0, 32)

type Answered = Omit<LinkCheckRow, 'account_id' | 'url_hash' | 'checked_at'> & { hash: string }

/** Asks a few at once, until all have answered, the time is over, or there is no network. */
async function askAll(
  { clock, resolver, settings }: Pick<Service, 'clock' | 'resolver' | 'settings'>,
  due: readonly (readonly [hash: string, address: WebAddress])[],
): Promise<{ answers: Answered[]; isOffline: boolean }> {
  const answers: Answered[] = []
  if (due.length === 0) return { answers, isOffline: false }
  const allowsPrivate = settings.allowsPrivateWebhooks
  const outbound = createOutbound({ resolver, clock, allowsPrivate })
  const over = new AbortController()
  void clock.sleep(allMs, over.signal).then(() => over.abort())
  const waiting = [...due]
  let isOffline = false
  const askNext = async (): Promise<void> => {
    for (let next = waiting.shift(); next && !over.signal.aborted; next = waiting.shift()) {
      const [hash, address] = next
      const late = new AbortController()
      const stop = AbortSignal.any([late.signal, over.signal])
      void clock.sleep(eachMs, stop).then(() => late.abort())
      const answer = await askAddress(outbound, address, stop)
      late.abort()
      if (answer.fault === 'no_network') {
        isOffline = true
        over.abort()
      } else if (!over.signal.aborted) answers.push({ ...answer, hash } as Answered)
    }
  }
  try {
    await Promise.all(Array.from({ length: atOnce }, askNext))
  } finally {
    over.abort()
    await outbound.close()
  }
  const areAllSilent = answers.length > 1 && answers.every(mayBeOurs)
  return areAllSilent ? { answers: [], isOffline: true } : { answers, isOffline }
}

/** Whether the fault may be on this side: behind a broken name server every name is unknown. */
const mayBeOurs = ({ fault }: Pick<LinkCheckRow, 'fault'>): boolean =>
  fault === 'timed_out' || fault === 'name_unknown'

function findingsOf({ kind, url, place }: WebAddress, row: LinkCheckRow): Finding[] {
  const { status, fault, bytes, width } = row
  const broken = kind === 'image' ? 'image_broken' : 'link_broken'
  const reason = fault ?? `HTTP ${status}`
  if (status === 404 || status === 410) {
    return [{ code: broken, level: 'error', values: { url, reason }, place }]
  }
  if (fault !== null || (status !== null && status >= 500)) {
    return [{ code: 'link_unanswered', level: 'warn', values: { url, reason }, place }]
  }
  const isHeavy = kind === 'image' && bytes !== null && bytes > maxImageBytes
  const isWide = kind === 'image' && width !== null && width > maxImageWidth
  if (!isHeavy && !isWide) return []
  const values = {
    url,
    ...(isHeavy && { kb: Math.round(bytes / 1024) }),
    ...(isWide && { width }),
  }
  return [{ code: 'image_too_large', level: 'warn', values, place }]
}

/** A note, not a warning: without a network, the user cannot change it. */
function notAsked(count: number, known: readonly LinkCheckRow[]): Finding {
  const last = Math.max(0, ...known.map(({ checked_at: at }) => at))
  const date = new Date(last).toISOString().slice(0, 10)
  return {
    code: 'links_not_asked',
    level: 'ok',
    values: { count, ...(last > 0 && { last: date }) },
  }
}
