import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cut, displayWidth, wrap } from '../../../../src/cli/output/width.ts'

const anyText = fc.string({ unit: 'grapheme', maxLength: 60 })

test('a truncated text fits and ends with an ellipsis', () => {
  fc.assert(
    fc.property(anyText, fc.integer({ min: 2, max: 40 }), (text, width) => {
      const shown = cut(text, width, '…')
      expect(displayWidth(shown)).toBeLessThanOrEqual(width)
      if (shown !== text) expect(shown.endsWith('…')).toBe(true)
    }),
  )
})

test('a family emoji is kept whole or left out', () => {
  expect(cut('ab👨‍👩‍👧‍👦cd', 4, '…')).toBe('ab…')
  expect(cut('ab👨‍👩‍👧‍👦cd', 80, '…')).toBe('ab👨‍👩‍👧‍👦cd')
})

test('wrapped lines fit and lose nothing but spaces', () => {
  fc.assert(
    fc.property(anyText, fc.integer({ min: 12, max: 40 }), (text, width) => {
      const lines = wrap(text, width)
      for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(width)
      expect(lines.join('').replaceAll(/\s/g, '')).toBe(text.replaceAll(/\s/g, ''))
    }),
  )
})

test('wrapping breaks at spaces', () => {
  expect(wrap('one two three four', 9)).toEqual(['one two', 'three', 'four'])
  expect(wrap('abcdefghijkl', 5)).toEqual(['abcde', 'fghij', 'kl'])
})
