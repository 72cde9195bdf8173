import { createHash } from 'node:crypto'
import { createFairQueue } from '../../core/fair-queue.ts'
import { networkOf } from '../../core/network.ts'
import type { PageAnswer, PageRequest } from '../http/page.ts'

const maxBytes = 16 * 1024 * 1024
/** So that a few large pages do not displace all others. */
const maxPageBytes = maxBytes / 8

/** Public pages that take long to make, such as those of the archive. */
export interface PageCache {
  /**
   * Answers with a page. `stamp` is everything that the page depends on, so a page that changes has
   * a new one, and no page is stale. Undefined: personal, not stored.
   */
  answer(
    request: Pick<PageRequest, 'headers' | 'ip'>,
    stamp: readonly unknown[] | undefined,
    make: () => Promise<PageAnswer>,
  ): Promise<PageAnswer>
}

/** Creates a cache that makes few pages at once, in turns between the networks that ask. */
export function createPageCache(): PageCache {
  const queue = createFairQueue({ slots: 2, perKey: 1, maxWaiting: 20, typicalMs: 100 })
  /** The least recently used page first. */
  const pages = new Map<string, PageAnswer & { body: Buffer }>()
  /** Pages that are being made. All requests for one wait for the same. */
  const pending = new Map<string, Promise<PageAnswer>>()
  let bytes = 0

  return {
    async answer({ headers, ip }, stamp, make) {
      const inTurn = () => queue.run(networkOf(ip()), make)
      if (!stamp) return inTurn()
      const tag = `"${createHash('sha256').update(JSON.stringify(stamp)).digest('base64url')}"`
      const page = await pageOf(tag, inTurn)
      if (page.status !== 200 || !matches(headers['if-none-match'], tag)) return page
      return { status: 304, headers: page.headers ?? {} }
    },
  }

  async function pageOf(tag: string, inTurn: () => Promise<PageAnswer>): Promise<PageAnswer> {
    const known = pages.get(tag)
    if (known) {
      pages.delete(tag)
      pages.set(tag, known)
      return known
    }
    const theirs = pending.get(tag)
    if (!theirs) return begin(tag, inTurn)
    // If the request that makes it is refused, only that one is: the next one makes it.
    return theirs.catch(() => pageOf(tag, inTurn))
  }

  function begin(tag: string, inTurn: () => Promise<PageAnswer>): Promise<PageAnswer> {
    const made = inTurn()
      .then((page) => (page.status === 200 ? store(tag, page) : page))
      .finally(() => pending.delete(tag))
    pending.set(tag, made)
    return made
  }

  function store(tag: string, page: PageAnswer): PageAnswer {
    const body = Buffer.from(page.body ?? '')
    const stored = { ...page, headers: { ...page.headers, etag: tag }, body }
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

/** Whether the client has the page with this tag (RFC 9110, 13.1.2). */
const matches = (header = '', tag: string): boolean =>
  header.split(',').some((known) => ['*', tag, `W/${tag}`].includes(known.trim()))
