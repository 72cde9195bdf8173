import { createHash } from 'node:crypto'
import type { Clock } from '../../core/clock.ts'
import { createFairQueue } from '../../core/fair-queue.ts'
import { networkOf } from '../../core/network.ts'
import type { PageAnswer, PageRequest } from '../http/page.ts'

const maxBytes = 16 * 1024 * 1024
/** So that a few large pages do not displace all others. */
const maxPageBytes = maxBytes / 8

/** Public pages that take long to make, such as those of the archive. */
export interface PageCache {
  /**
   * Answers with a page. The stamp contains everything that the page depends on, so a page that
   * changes has a new one, and no page is stale. Undefined: personal, not stored.
   */
  answer(
    request: Pick<PageRequest, 'headers' | 'ip'>,
    stamp: Stamp | undefined,
    make: () => Promise<PageAnswer>,
  ): Promise<PageAnswer>
}

interface Stamp {
  /** Which page it is, in which language. */
  page: readonly unknown[]
  version: readonly unknown[]
}

interface Version {
  tag: string
  name: string
}

/**
 * Creates a cache that makes few pages at once, in turns between the networks that ask. `Last-Modified`
 * is when a page was made, for feed readers that know no tags.
 */
export function createPageCache(clock: Clock): PageCache {
  const queue = createFairQueue({ slots: 2, perKey: 1, maxWaiting: 20, typicalMs: 100 })
  /** The least recently used page first. */
  const pages = new Map<string, PageAnswer & { body: Buffer }>()
  /** Pages that are being made. All requests for one wait for the same. */
  const pending = new Map<string, Promise<PageAnswer>>()
  let bytes = 0
  /** The pages that were made in the current second. */
  let latest = { second: 0, pages: new Set<string>() }

  return {
    async answer({ headers, ip }, stamp, make) {
      const inTurn = () => queue.run(networkOf(ip()), make)
      if (!stamp) return inTurn()
      const tag = `"${createHash('sha256').update(JSON.stringify(stamp)).digest('base64url')}"`
      const page = await pageOf({ tag, name: JSON.stringify(stamp.page) }, inTurn)
      if (page.status !== 200 || !isKnown(headers, tag, page)) return page
      return { status: 304, headers: page.headers ?? {} }
    },
  }

  async function pageOf(version: Version, inTurn: () => Promise<PageAnswer>): Promise<PageAnswer> {
    const { tag } = version
    const known = pages.get(tag)
    if (known) {
      pages.delete(tag)
      pages.set(tag, known)
      return known
    }
    const theirs = pending.get(tag)
    if (!theirs) return begin(version, inTurn)
    // If the request that makes it is refused, only that one is: the next one makes it.
    return theirs.catch(() => pageOf(version, inTurn))
  }

  function begin(version: Version, inTurn: () => Promise<PageAnswer>): Promise<PageAnswer> {
    const { tag } = version
    const made = inTurn()
      .then((page) => (page.status === 200 ? store(version, page) : page))
      .finally(() => pending.delete(tag))
    pending.set(tag, made)
    return made
  }

  /** Two versions of a page never have the same time, because it stands for one of them. */
  function modifiedNow(name: string): { 'last-modified'?: string } {
    const second = Math.floor(clock.now() / 1000)
    if (second !== latest.second) latest = { second, pages: new Set() }
    if (latest.pages.has(name)) return {}
    latest.pages.add(name)
    return { 'last-modified': new Date(second * 1000).toUTCString() }
  }

  function store({ tag, name }: Version, page: PageAnswer): PageAnswer {
    const body = Buffer.from(page.body ?? '')
    const stored = { ...page, headers: { ...page.headers, etag: tag, ...modifiedNow(name) }, body }
    if (body.length > maxPageBytes) return stored
    pages.set(tag, stored)
    bytes += body.length
    for (const [oldest, { body: old }] of pages) {
      if (bytes <= maxBytes) break
      pages.delete(oldest)
      bytes -= old.length
    }
    return stored
  }
}

/**
 * Whether the client has the page. A tag goes before a time, which has to be the same: a page can
 * return to a version that was made before the one that the client has (RFC 9110, 13.2.2).
 */
function isKnown(
  { 'if-none-match': tags, 'if-modified-since': since }: PageRequest['headers'],
  tag: string,
  { headers }: PageAnswer,
): boolean {
  if (tags !== undefined) return matches(tags, tag)
  return since !== undefined && since === headers?.['last-modified']
}

/** Whether the client has the page with this tag (RFC 9110, 13.1.2). */
const matches = (header = '', tag: string): boolean =>
  header.split(',').some((known) => ['*', tag, `W/${tag}`].includes(known.trim()))
