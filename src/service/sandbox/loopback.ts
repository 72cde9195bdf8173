import { isIP } from 'node:net'
import { Failure } from '../../core/failure.ts'
import { parseUrl } from '../../core/urls/parse-url.ts'
import type { Page, PageAnswer, PageRequest } from '../http/page.ts'
import { isOwnOrigin } from '../http/same-origin.ts'

/** A page for this machine only. Its forms are accepted from the page itself only. */
export const localPage = (
  method: Page['method'],
  path: string,
  answer: (request: PageRequest) => Promise<PageAnswer>,
): Page => ({
  method,
  path,
  isLocal: true,
  async handle(request) {
    requireLoopback(request)
    if (method === 'POST') requireOwnForm(request)
    return answer(request)
  },
})

/**
 * Allows requests from this machine only. A web page in its browser also sends them from here: the
 * Host header reveals a name that was bound to our address (DNS rebinding), and Origin reveals
 * another site, which may be on this machine too.
 */
function requireLoopback({ ip, headers }: PageRequest): void {
  const { host = '', origin } = headers
  const isLocal =
    isLoopback(ip()) &&
    isLoopback(hostOf(`http://${host}`)) &&
    (origin === undefined || isOwnOrigin(headers))
  if (!isLocal) throw new Failure('forbidden')
}

/** A browser names the site of a form, at least in one of these headers. Other clients send neither. */
function requireOwnForm({ headers }: PageRequest): void {
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin') throw new Failure('forbidden')
}

const hostOf = (url: string): string => parseUrl(url)?.hostname.replace(/^\[|\]$/g, '') ?? ''

function isLoopback(name: string): boolean {
  const address = name.replace(/^::ffff:/, '')
  return (
    address === 'localhost' ||
    address === '::1' ||
    (isIP(address) === 4 && address.startsWith('127.'))
  )
}
