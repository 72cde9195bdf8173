import { expect, test } from 'vitest'
import { connectionErrorOf } from '../../../src/client/connection-error.ts'

const target = new URL('https://mail.example/v3/api')
const system = (code: string, more = {}) => Object.assign(new Error(code), { code, ...more })

test.each([
  [system('CERT_HAS_EXPIRED'), 'tls', 'CERT_HAS_EXPIRED'],
  [system('DEPTH_ZERO_SELF_SIGNED_CERT'), 'tls', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
  [system('UNABLE_TO_VERIFY_LEAF_SIGNATURE'), 'tls', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
  [system('ERR_TLS_CERT_ALTNAME_INVALID'), 'tls', 'ERR_TLS_CERT_ALTNAME_INVALID'],
  [system('EAI_AGAIN', { hostname: 'mail.example' }), 'dns', 'EAI_AGAIN'],
  [system('ENOTFOUND', { hostname: 'proxy.example' }), 'proxy', 'ENOTFOUND'],
  [system('ECONNREFUSED', { port: 443 }), 'refused', 'ECONNREFUSED'],
  [system('ECONNREFUSED', { port: 3128 }), 'proxy', 'ECONNREFUSED'],
  [new AggregateError([system('EHOSTUNREACH', { port: 443 })]), 'refused', 'EHOSTUNREACH'],
  [system('UND_ERR_CONNECT_TIMEOUT'), 'timeout', 'UND_ERR_CONNECT_TIMEOUT'],
  [system('ECONNRESET'), 'connection', 'ECONNRESET'],
  [new Error('who knows'), 'connection', 'unknown'],
])('%s is classified as %s', (error, cause, reason) => {
  expect(connectionErrorOf(error, target)).toEqual({ cause, reason })
})
