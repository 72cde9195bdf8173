import { isIPv6 } from 'node:net'

/**
 * Returns the network that rate limits count. An IPv6 client usually owns a /64 network, so the
 * network counts; an IPv4 address counts on its own, in either notation.
 */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address
  const inside = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (inside) return inside
  if (!isIPv6(address)) return address
  const [whole = ''] = address.split('%')
  const [before = [], after = []] = whole.split('::').map((half) => half.split(':').filter(Boolean))
  const left = Array.from({ length: 8 - before.length - after.length }, () => '0')
  const groups = [...before, ...left, ...after].map((group) => Number.parseInt(group, 16))
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}
