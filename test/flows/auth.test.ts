import { afterAll, beforeAll, expect, test } from 'vitest'
import { startService, type TestService } from '../support/service.ts'

let server: TestService
beforeAll(async () => {
  server = await startService()
})
afterAll(() => server.close())

const getToken = (body: object, headers = {}) =>
  server.api('POST', '/auth/getToken', body, { authorization: '', ...headers })

test('a login returns a token that expires a day later', async () => {
  const { status, body } = await getToken({ username: 'ana', pass: server.pass })
  expect(status).toBe(200)
  const days = (Date.parse(body.expires_at) - Date.now()) / 86_400_000
  expect(days).toBeCloseTo(1, 2)
})

test('rememberMe keeps the session for 365 days, in every spelling of the flag', async () => {
  for (const rememberMe of [true, 1, '1', 'true']) {
    const { body } = await getToken({ username: 'ana', pass: server.pass, rememberMe })
    const days = (Date.parse(body.expires_at) - Date.now()) / 86_400_000
    expect(days).toBeCloseTo(365, 2)
  }
})

test('an unknown user and a wrong password get the same response', async () => {
  const wrong = await getToken({ username: 'ana', pass: 'no' })
  const unknown = await getToken({ username: 'nobody', pass: 'no' })
  expect(wrong.status).toBe(401)
  expect(wrong.headers.get('content-type')).toContain('application/problem+json')
  const { request_id: _, ...theirs } = unknown.body
  const { request_id: __, ...ours } = wrong.body
  expect(ours).toEqual(theirs)
  expect(ours.code).toBe('bad_credentials')
})

test('logging out revokes only this token', async () => {
  const first = (await getToken({ username: 'ana', pass: server.pass })).body.token
  const second = (await getToken({ username: 'ana', pass: server.pass })).body.token
  const as = (token: string) => ({ authorization: `Bearer ${token}` })
  expect((await server.api('POST', '/auth/logout', {}, as(first))).body).toEqual({ success: true })
  const revoked = await server.api('POST', '/auth/logout', {}, as(first))
  expect([revoked.status, revoked.body.code]).toEqual([401, 'token_revoked'])
  expect((await server.api('POST', '/auth/logout', {}, as(second))).status).toBe(200)
})

test('a missing field is named, in the requested language', async () => {
  const { status, body } = await getToken(
    { username: 'ana' },
    { 'accept-language': 'es-ES,es;q=0.9' },
  )
  expect(status).toBe(422)
  expect(body.errors).toMatchObject([{ field: 'pass', code: 'required' }])
  expect(body.errors[0].message).toMatch(/falta|obligatori/i)
})

test('after ten attempts the user is blocked for a while and told for how long', async () => {
  const tries = Array.from({ length: 11 }, () => getToken({ username: 'mallory', pass: 'no' }))
  const answers = await Promise.all(tries)
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused).toHaveLength(1)
  expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
})

test('an unknown path is 404, and a known one with another method is 405 with Allow', async () => {
  const unknown = await server.api('GET', '/nothing')
  expect([unknown.status, unknown.body.code]).toEqual([404, 'no_such_route'])
  const wrong = await server.api('DELETE', '/auth/getToken')
  expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'POST'])
})

test('broken JSON, a wrong media type and a missing token are each named', async () => {
  const broken = await server.api('POST', '/auth/logout', '{"all":', {
    'content-type': 'application/json',
  })
  expect([broken.status, broken.body.code]).toEqual([400, 'malformed'])
  const xml = await server.api('POST', '/auth/logout', '<all/>', {
    'content-type': 'application/xml',
  })
  expect([xml.status, xml.body.code]).toEqual([415, 'unsupported_media_type'])
  const nobody = await server.api('POST', '/auth/logout', {}, { authorization: '' })
  expect([nobody.status, nobody.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
})
