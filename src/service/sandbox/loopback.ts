import { isIP } from 'node:net'
import { Failure } from '../../core/failure.ts'
import type { PageRequest } from '../http/page.ts'

/**
 * Allows requests from this machine only. A web page in its browser also sends them from here: the
 * Host header reveals a name that was bound to our address (DNS rebinding), and Origin reveals a
 * form of another site.
 */
export function requireLoopback({ ip, headers }: PageRequest): void {
  const { host = '', origin } = headers
  const isLocal =
    isLoopback(ip()) &&
    isLoopback(hostOf(`http://${host}`)) &&
    (origin === undefined || isLoopback(hostOf(origin)))
  if (!isLocal) throw new Failure('forbidden')
}

const hostOf = (url: string): string =>
  URL.canParse(url) ? new URL(url).hostname.replace(/^\[|\]$/g, '') : ''

function isLoopback(name: string): boolean {
  const address = name.replace(/^::ffff:/, '')
  return (
    address === 'localhost' ||
    address === '::1' ||
    (isIP(address) === 4 && address.startsWith('127.'))
  )
}
