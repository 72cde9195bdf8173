import { expect, test } from 'vitest'
import { networkOf } from '../../../src/core/network.ts'

test('an IPv4 address counts alone, also in IPv6 notation', () => {
  expect(networkOf('203.0.113.7')).toBe('203.0.113.7')
  expect(networkOf('::ffff:203.0.113.7')).toBe('203.0.113.7')
  expect(networkOf('::FFFF:203.0.113.8')).not.toBe(networkOf('203.0.113.7'))
})

test('addresses of one IPv6 network count as one, in any notation', () => {
  const one = '2001:db8:1:2::/64'
  for (const address of [
    '2001:db8:1:2::1',
    '2001:0db8:0001:0002:ffff:ffff:ffff:ffff',
    '2001:DB8:1:2:0:0:0:9',
    '2001:db8:1:2::5%eth0',
  ]) {
    expect(networkOf(address)).toBe(one)
  }
  expect(networkOf('2001:db8:1:3::1')).not.toBe(one)
  expect(networkOf('::1')).toBe('0:0:0:0::/64')
  expect(networkOf('fe80::1')).toBe('fe80:0:0:0::/64')
})
