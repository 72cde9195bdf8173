import { expect, test } from 'vitest'
import { checkApiUrl, originOf, refuseSecretInUrl } from '../../../src/config/api-url.ts'

const secure = { insecureHttp: false }

test.each([
  ['https://mail.example.org/v3/api', 'https://mail.example.org/v3/api'],
  ['https://mail.example.org/v3/api//', 'https://mail.example.org/v3/api'],
  ['https://mail.example.org', 'https://mail.example.org'],
  ['https://mail.example.org/other/path', 'https://mail.example.org/other/path'],
  ['HTTPS://Mail.Example.org:443/v3/api', 'https://mail.example.org/v3/api'],
  ['http://localhost:8025/v3/api', 'http://localhost:8025/v3/api'],
  ['http://127.0.0.1/v3/api', 'http://127.0.0.1/v3/api'],
  ['http://127.9.8.7/v3/api', 'http://127.9.8.7/v3/api'],
  ['http://127.1/v3/api', 'http://127.0.0.1/v3/api'],
  ['http://[::1]:80/v3/api', 'http://[::1]/v3/api'],
])('%s becomes %s', (text, expected) => {
  expect(checkApiUrl(text, secure)).toBe(expected)
})

test.each([
  'http://mail.example.org/v3/api',
  'http://127.0.0.1.example.org/',
  'http://localhost.example.org/',
  'http://10.0.0.1/',
  'http://[::2]/',
])('%s is refused, because it would send the token unencrypted', (text) => {
  expect(() => checkApiUrl(text, secure)).toThrow(expect.objectContaining({ code: 'plain_http' }))
  expect(checkApiUrl(text, { insecureHttp: true })).toMatch(/^http:/)
})

test.each([
  '',
  'mail.example.org',
  'ftp://mail.example.org',
  'file:///etc/passwd',
  'https://ana@mail.example.org',
  'https://mail.example.org/v3/api?a=b',
  'https://mail.example.org/v3/api#a',
  'https://mail.example.org/v3/api?',
])('%s is not a base URL', (text) => {
  expect(() => checkApiUrl(text, secure)).toThrow(
    expect.objectContaining({
      code: 'usage',
      details: { problems: [{ field: '--api-url', code: 'bad_url' }] },
    }),
  )
})

test.each([
  'https://ana:hunter2@mail.example.org',
  'postgres://ana:hunter2@db.example/remite',
  'postgres://db.example/remite?user=ana&password=hunter2',
])(
  '%s contains a secret that is not allowed in a flag, and the failure does not repeat it',
  (text) => {
    const names = { flag: '--database-url', variable: 'REMITE_DATABASE_URL' }
    const check = () => refuseSecretInUrl(text, names)
    expect(check).toThrow(
      expect.objectContaining({ code: 'secret_in_flag', details: { values: names } }),
    )
  },
)

test('a user name alone is not a secret', () => {
  const names = { flag: '--database-url', variable: 'REMITE_DATABASE_URL' }
  expect(() => refuseSecretInUrl('postgres://ana@db.example/remite', names)).not.toThrow()
})

test('the API URL with a password is refused as a secret', () => {
  expect(() => checkApiUrl('https://ana:hunter2@mail.example.org', secure)).toThrow(
    expect.objectContaining({ code: 'secret_in_flag' }),
  )
})

test('an origin has its port and no path', () => {
  expect(originOf('https://mail.example.org:443/v3/api')).toBe('https://mail.example.org')
  expect(originOf('http://127.0.0.1:8025/v3/api')).toBe('http://127.0.0.1:8025')
})
