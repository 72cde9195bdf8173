import { expect, test } from 'vitest'
import { parseUrl } from '../../../../src/core/urls/parse-url.ts'

test.each([
  '',
  'tienda.example',
  'https://',
  'https://tienda example/',
  'https://a.example:99999/',
])('“%s” is not a URL', (text) => {
  expect(parseUrl(text)).toBeUndefined()
})

test('a reference is resolved against the base', () => {
  expect(parseUrl('../a', 'https://tienda.example/b/c')?.href).toBe('https://tienda.example/a')
  expect(parseUrl('', 'https://tienda.example/b')?.href).toBe('https://tienda.example/b')
})

test('accents are as good in the hundred thousandth URL as in the first', () => {
  let refused = 0
  for (let call = 0; call < 100_000; call += 1) {
    if (!parseUrl('https://müller.example/catálogo')) refused += 1
  }
  expect(refused).toBe(0)
})
