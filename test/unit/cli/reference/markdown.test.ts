import { expect, test } from 'vitest'
import { cellCode, linkTo, plain } from '../../../../src/cli/reference/markdown.ts'

test('Markdown syntax in text is escaped', () => {
  expect(plain('from_name *is* <b> [a](b) | `c`')).toBe(
    'from\\_name \\*is\\* \\<b\\> \\[a\\](b) \\| \\`c\\`',
  )
})

test('a bar in code does not end a cell', () => {
  expect(cellCode('--lang <es|en>')).toBe('`--lang <es\\|en>`')
})

test('a link leads to the anchor of its heading, accents included', () => {
  expect(linkTo('Códigos de salida')).toBe('[Códigos de salida](#códigos-de-salida)')
})
