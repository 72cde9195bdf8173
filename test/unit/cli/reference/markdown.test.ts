import { expect, test } from 'vitest'
import { cellCode, linkTo, plain } from '../../../../src/cli/reference/markdown.ts'

test('what Markdown would read as its own is shown as it is', () => {
  expect(plain('from_name *is* <b> [a](b) | `c`')).toBe(
    'from\\_name \\*is\\* \\<b\\> \\[a\\](b) \\| \\`c\\`',
  )
})

test('a bar in code ends no cell', () => {
  expect(cellCode('--lang <es|en>')).toBe('`--lang <es\\|en>`')
})

test('a link leads to the anchor of its heading, accents and all', () => {
  expect(linkTo('Códigos de salida')).toBe('[Códigos de salida](#códigos-de-salida)')
})
