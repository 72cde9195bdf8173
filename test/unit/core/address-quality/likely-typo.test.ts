import { expect, test } from 'vitest'
import { likelyDomain } from '../../../../src/core/address-quality/likely-typo.ts'

test.each([
  ['gmial.com', 'gmail.com'],
  ['gmai.com', 'gmail.com'],
  ['gamil.com', 'gmail.com'],
  ['gmail.con', 'gmail.com'],
  ['gmial.con', 'gmail.com'],
  ['gmail.co', 'gmail.com'],
  ['hotmal.es', 'hotmail.es'],
  ['outlok.com', 'outlook.com'],
  ['yahooo.es', 'yahoo.es'],
  ['empresa.con', 'empresa.com'],
])('%s is probably %s', (domain, meant) => {
  expect(likelyDomain(domain)).toBe(meant)
})

test.each([
  ...['gmail.com', 'googlemail.com', 'mail.com', 'ymail.com', 'email.com', 'hotmail.se'],
  ...[
    'yahoo.ca',
    'yahoo.com.mx',
    'cloud.com',
    'empresa.com',
    'example.org',
    'gmx.es',
    'movistar.es',
  ],
])('%s is not a typing error', (domain) => {
  expect(likelyDomain(domain)).toBeUndefined()
})
