import type { Readable } from 'node:stream'
import type { Page, PageAnswer } from '../http/page.ts'
import type { Service } from '../service.ts'
import { publicPath } from './media.ts'
import { createStorages } from './storage/storages.ts'
import { findContent } from './store.ts'

/** Serves images to mail clients. An address always has the same image, so it may be kept for ever. */
export const mediaPages = (service: Pick<Service, 'db' | 'clock' | 'log' | 'settings'>): Page[] => [
  {
    method: 'GET',
    path: `${publicPath}:file`,
    // The proxies of mailbox providers load the images of many people.
    isVisit: true,
    async handle({ params: { file = '' }, headers }) {
      const [publicId = ''] = file.split('.')
      const etag = `"${publicId}"`
      const found = await findContent(service.db, publicId)
      if (!found) return notFound
      const kept = { ...caching, etag }
      if (headers['if-none-match'] === etag) return { status: 304, headers: kept }
      const shown = { ...kept, ...harmless, 'content-type': found.type }
      if (found.stored_in === null)
        return { status: 200, headers: shown, body: Buffer.from(found.content) }
      const stream = await readOutside(service, publicId, found.stored_in)
      if (!stream) return notThere
      return { status: 200, headers: { ...shown, 'content-length': String(found.bytes) }, stream }
    },
  },
]

const caching = { 'cache-control': 'public, max-age=31536000, immutable' }

const harmless = {
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
  // Webmail shows it from another origin.
  'cross-origin-resource-policy': 'cross-origin',
}

/**
 * Reads an image from where it was stored, or from where images are stored now: the operator may have moved
 * them. Returns undefined if neither has it.
 */
async function readOutside(
  { clock, log, settings: { media = {} } }: Pick<Service, 'clock' | 'log' | 'settings'>,
  name: string,
  storedIn: string,
): Promise<Readable | undefined> {
  const open = createStorages(media, clock)
  let fault: unknown
  for (const address of new Set([storedIn, media.address ?? storedIn])) {
    try {
      return await open(address).read(name)
    } catch (error) {
      fault ??= error
    }
  }
  log.error('an image could not be read', fault, { image: name })
  return undefined
}

const notThere: PageAnswer = {
  status: 503,
  headers: { 'cache-control': 'no-store', 'retry-after': '60' },
}

const notFound: PageAnswer = { status: 404, headers: { 'cache-control': 'no-store' } }
