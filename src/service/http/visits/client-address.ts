import type { IncomingMessage } from 'node:http'

/**
 * Returns the address of the client, as the framework does: each trusted proxy has added the address that
 * it saw to the end of `X-Forwarded-For`.
 */
export function clientAddress(
  { socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>,
  trustedProxies: number,
): string {
  const nearest = socket.remoteAddress ?? ''
  const forwarded = headers['x-forwarded-for']
  if (trustedProxies === 0 || forwarded === undefined) return nearest
  const addresses = String(forwarded)
    .split(',')
    .map((address) => address.trim())
    .filter((address) => address !== '')
  return addresses.at(-Math.min(trustedProxies, addresses.length)) ?? nearest
}
