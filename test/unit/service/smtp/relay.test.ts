import { expect, test } from 'vitest'
import { parseRelay } from '../../../../src/service/smtp/relay.ts'

test('a relay URL without a port uses the default port', () => {
  expect(parseRelay('smtp://relay.example').port).toBe(25)
  expect(parseRelay('smtp://ana:x@relay.example').port).toBe(587)
  expect(parseRelay('smtps://ana:x@relay.example').port).toBe(465)
  expect(parseRelay('smtp://[::1]:2525')).toMatchObject({ host: '::1', port: 2525 })
})

test('user and password are decoded', () => {
  expect(parseRelay('smtp://ana%40x:p%2Fw@relay.example').credentials).toEqual({
    user: 'ana@x',
    pass: 'p/w',
  })
})

test('a password is only sent over verified TLS', () => {
  expect(parseRelay('smtp://ana:x@relay.example')).toMatchObject({
    requireTls: true,
    tls: { rejectUnauthorized: true },
  })
  expect(parseRelay('smtps://relay.example').tls).toEqual({ rejectUnauthorized: true })
  expect(parseRelay('smtp://ana:x@127.0.0.1').requireTls).toBe(false)
  expect(parseRelay('smtp://relay.example').tls).toEqual({ rejectUnauthorized: false })
})

test.each(['', 'relay.example', 'http://relay.example', 'smtp://', 'smtp://%zz:x@relay.example'])(
  '%j is not a relay URL',
  (url) => {
    expect(() => parseRelay(url)).toThrow('invalid')
  },
)
