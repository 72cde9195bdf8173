import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readContent, readOne, readPage } from '../../../src/client/tolerant-reader.ts'

const item = { id: 1, camp_name: 'May' }

test.each([
  ['bare', [item]],
  ['in data', { data: [item] }],
  ['in items', { items: [item], page: 1 }],
  ['in results', { results: [item], errors: [] }],
  ['under its own name', { campaigns: [item], tags: [] }],
  ['in the only list there is', { rows: [item], ok: true }],
  ['two deep', { data: { campaigns: [item] } }],
])('a list %s is read', (_, value) => {
  expect(readPage(value, {}, '/campaigns')).toEqual({ items: [item] })
})

test('of several lists, the one named like the resource is read', () => {
  const value = { contacts: [item], columns: ['a'] }
  expect(readPage(value, {}, '/lists/:id/contacts')?.items).toEqual([item])
})

test.each([[{ error: 'no' }], [{ errors: ['no'] }], ['text'], [{ a: [1], b: [2] }]])(
  '%j is not a list',
  (value) => {
    expect(readPage(value, {}, '/campaigns')).toBeUndefined()
  },
)

test('an empty body is an empty list', () => {
  expect(readPage(undefined, {}, '/campaigns')).toEqual({ items: [] })
  expect(readPage(null, {}, '/campaigns')).toEqual({ items: [] })
})

test.each([
  ['our header', [], { 'x-next-cursor': 'abc', 'x-total-count': '312' }],
  [
    'a link',
    [],
    {
      link: '<https://mail.example/v3/api/campaigns?limit=5&cursor=abc>; rel="next"',
      'x-total-count': '312',
    },
  ],
  ['beside the list', { data: [], next_cursor: 'abc', total: 312 }, {}],
  ['in meta', { data: [], meta: { next_cursor: 'abc', total: 312 } }, {}],
  ['a link in the body', { results: [], next: '/campaigns?cursor=abc', total: '312' }, {}],
])('the next page and the total are found by %s', (_, value, headers) => {
  expect(readPage(value, headers, '/campaigns')).toEqual({
    items: [],
    nextCursor: 'abc',
    total: 312,
  })
})

test('a link without a cursor is followed by its whole query', () => {
  const link = '</v3/api/campaigns?page=1>; rel="prev", </v3/api/campaigns?page=3>; rel="next"'
  expect(readPage([], { link }, '/campaigns')?.nextCursor).toBe('?page=3')
})

test.each([[{ next_cursor: null, next: null }], [{ next_cursor: '' }], [{}]])(
  '%j has no next page',
  (beside) => {
    expect(readPage({ data: [], ...beside }, {}, '/campaigns')).toEqual({ items: [] })
  },
)

test('one object is read alone in data, but not out of data among others', () => {
  expect(readOne({ data: item })).toEqual(item)
  expect(readOne({ data: item, ok: true })).toEqual({ data: item, ok: true })
  expect(readOne(undefined)).toEqual({})
  expect(readOne(true)).toEqual({ value: true })
})

test('JSON, text, HTML and empty bodies are distinguished', () => {
  expect(readContent('\n{"ok":true}\n')).toEqual({ kind: 'json', value: { ok: true } })
  expect(readContent(' ')).toEqual({ kind: 'empty' })
  expect(readContent(' <!doctype html><p>')).toEqual({ kind: 'html' })
  expect(readContent('OK')).toEqual({ kind: 'text', text: 'OK' })
})

test('an id above 2^53 keeps its value', () => {
  const text = '{"id":9007199254740993,"other":"9007199254740993 \\" 9007199254740993","n":-12}'
  expect(readContent(text)).toEqual({
    kind: 'json',
    value: { id: '9007199254740993', other: '9007199254740993 " 9007199254740993', n: -12 },
  })
})

test('other JSON is read as by JSON.parse', () => {
  const kept = (_: string, value: unknown) =>
    Number.isInteger(value) && !Number.isSafeInteger(value) && /^-?\d+$/.test(String(value))
      ? String(value)
      : value
  fc.assert(
    fc.property(fc.jsonValue(), fc.nat(), (value, safe) => {
      const text = JSON.stringify([value, safe, Math.PI, 1e21, 2 ** 60])
      expect(readContent(text)).toEqual({ kind: 'json', value: JSON.parse(text, kept) })
    }),
  )
})

test('a message of many megabytes is read together with such a number', () => {
  const html = '<p class="x">\n</p>'.repeat(500_000)
  const content = readContent(`{"id":9007199254740993,"html":${JSON.stringify(html)}}`)
  expect(content.kind === 'json' && content.value).toEqual({ id: '9007199254740993', html })
})
