import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cut, displayWidth, wrap, wrapSentences } from '../../../../src/cli/output/width.ts'

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

test('color codes and links take no cells, wide characters two', () => {
  expect(displayWidth('\u001b[32m✓ ok\u001b[39m')).toBe(4)
  expect(displayWidth('\u001b]8;;https://a.example/\u001b\\here\u001b]8;;\u001b\\')).toBe(4)
  expect(['新', '🎉', '🫶', '👨‍👩‍👧‍👦', '🇪🇸', 'é', '…'].map(displayWidth)).toEqual([
    2, 2, 2, 2, 2, 1, 1,
  ])
})

test('a sentence wraps at words, and a command stays on one line', () => {
  const sentence = 'The campaign is saved as a draft. Next: remite campaigns check 7'
  expect(wrapSentences(sentence, 40)).toBe(
    'The campaign is saved as a draft. Next:\nremite campaigns check 7',
  )
  expect(wrapSentences('  two words', 8)).toBe('  two\n  words')
  const url = `https://a.example/${'x'.repeat(60)}`
  expect(wrapSentences(`See ${url} there`, 20)).toBe(`See\n${url}\nthere`)
  expect(wrapSentences('short\nlines', 20)).toBe('short\nlines')
})

test('code stays on one line if it fits on a line', () => {
  const sentence = 'Use the fallback `{{ nombre | default: "" }}` here'
  expect(wrapSentences(sentence, 30)).toBe('Use the fallback\n`{{ nombre | default: "" }}`\nhere')
  expect(wrap(sentence, 30)).toEqual(['Use the fallback', '`{{ nombre | default: "" }}`', 'here'])
  expect(wrapSentences('Write `one two three four`', 14)).toBe('Write `one two\nthree four`')
})
