import type { Page, PageAnswer } from '../http/page.ts'
import type { Service } from '../service.ts'
import { publicPath } from './media.ts'
import { findContent } from './store.ts'

/** Serves images to mail clients. An address always has the same image, so it may be kept for ever. */
export const mediaPages = ({ db }: Pick<Service, 'db'>): readonly Page[] => [
  {
    method: 'GET',
    path: `${publicPath}:file`,
    // The proxies of mailbox providers load the images of many people.
    isVisit: true,
    async handle({ params: { file = '' }, headers }) {
      const [publicId = ''] = file.split('.')
      const etag = `"${publicId}"`
      const found = await findContent(db, publicId)
      if (!found) return notFound
      const kept = { ...caching, etag }
      if (headers['if-none-match'] === etag) return { status: 304, headers: kept }
      return {
        status: 200,
        headers: { ...kept, ...harmless, 'content-type': found.type },
        body: Buffer.from(found.content),
      }
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

const notFound: PageAnswer = { status: 404, headers: { 'cache-control': 'no-store' } }
