import { isIPv6 } from 'node:net'

/**
 * Whom an address counts as where requests are counted. Whoever has one address of IPv6 has a whole
 * network of 2^64, so the network counts; an address of IPv4 counts alone, however it is written.
 */
export function networkOf(address: string): string {
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
