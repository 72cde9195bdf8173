import fc from 'fast-check'
import { expect, test } from 'vitest'
import { resolveRawUrl, resolveRequest } from '../../../src/client/request.ts'
import { auth } from '../../../src/contract/modules/auth.ts'
import { contacts } from '../../../src/contract/modules/contacts.ts'
import { senders } from '../../../src/contract/modules/senders.ts'
import { subscription } from '../../../src/contract/modules/subscription.ts'

const api = 'https://mail.example/v3/api'

test('each field goes to its place in the endpoint, and only once', () => {
  const request = { id: 4, contact: 'eva@example.org', erase: true }
  expect(resolveRequest(api, contacts.remove, request)).toEqual({
    method: 'DELETE',
    url: `${api}/lists/4/contacts/eva%40example.org?erase=1`,
  })
  const sender = { from_name: 'Ana', from_mail: 'ana@example.org', reply_to: undefined }
  expect(resolveRequest(api, senders.create, sender)).toEqual({
    method: 'POST',
    url: `${api}/senders`,
    body: { from_name: 'Ana', from_mail: 'ana@example.org' },
  })
})

test('unknown fields go to the body, or to the query of a read', () => {
  expect(resolveRequest(api, senders.create, { team: 7 }).body).toEqual({ team: 7 })
  expect(resolveRequest(api, senders.list, { team: [7, 8] }).url).toBe(
    `${api}/senders?team=7&team=8`,
  )
})

test('a request without fields has no body', () => {
  expect(resolveRequest(api, auth.logout, {})).toEqual({
    method: 'POST',
    url: `${api}/auth/logout`,
  })
})

test('a cursor that is a link continues by its query', () => {
  const { url } = resolveRequest(api, senders.list, { limit: 50, cursor: '?page=2&limit=20' })
  expect(url).toBe(`${api}/senders?limit=20&page=2`)
})

test.each(['', '.', '..', undefined, null, '\ud800'])('%j is not a valid path value', (contact) => {
  expect(() => resolveRequest(api, contacts.remove, { id: 1, contact })).toThrow(
    expect.objectContaining({ code: 'usage' }),
  )
})

test.each(['qwertz', 'QWERTYU', 'qwerty/', 'q'.repeat(41)])('%j is not an xsid', (xsid) => {
  expect(() => resolveRequest(api, subscription.get, { xsid })).toThrow(
    expect.objectContaining({
      code: 'usage',
      details: { problems: [{ field: 'xsid', code: 'bad_pattern' }] },
    }),
  )
})

test('no value changes the structure of the path', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (contact) => {
      fc.pre(!['', '.', '..'].includes(contact) && contact.isWellFormed())
      const { pathname, search, origin } = new URL(
        resolveRequest(api, contacts.remove, { id: 1, contact }).url,
      )
      expect(origin).toBe('https://mail.example')
      expect(search).toBe('')
      const parts = pathname.split('/')
      expect(parts.slice(0, -1).join('/')).toBe('/v3/api/lists/1/contacts')
      expect(decodeURIComponent(parts.at(-1) ?? '')).toBe(contact)
    }),
  )
})

test('a raw path stays below the API, on its server', () => {
  expect(resolveRawUrl(api, '/campaigns?a=1', { b: 2 })).toBe(`${api}/campaigns?a=1&b=2`)
  expect(resolveRawUrl(api, 'campaigns', {})).toBe(`${api}/campaigns`)
  for (const path of ['/../../admin', '/a/%2e%2e/%2e%2e/b', '..']) {
    expect(() => resolveRawUrl(api, path, {})).toThrow(expect.objectContaining({ code: 'usage' }))
  }
  for (const path of ['//other.example/x', '@other.example', 'https://other.example']) {
    expect(new URL(resolveRawUrl(api, path, {})).host).toBe('mail.example')
  }
})
