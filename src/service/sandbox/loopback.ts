import { isIP } from 'node:net'
import { Failure } from '../../core/failure.ts'
import type { PageRequest } from '../http/page.ts'

/**
 * Lets only this machine in. A web page that is open in its browser comes from here too: the Host
 * header gives it away when its name was bound to our address (DNS rebinding), Origin when it posts.
 */
export function refuseStrangers({ ip, headers }: PageRequest): void {
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
