import fc from 'fast-check'
import { expect, test } from 'vitest'
import { oneLine, stripControls } from '../../../src/core/safe-text.ts'
import { startCpuTimer } from '../../support/cpu-time.ts'

test.each([
  ['a colour', '\x1b[1;31mrojo\x1b[0m', 'rojo'],
  ['a cleared screen', 'a\x1b[2J\x1b[Hb', 'ab'],
  ['an eight-bit CSI', 'a\x9b31mb', 'ab'],
  ['a window title', '\x1b]0;owned\x07name', 'name'],
  ['a write to the clipboard', '\x1b]52;c;cm0gLXJm\x1b\\name', 'name'],
  ['an eight-bit OSC', 'a\x9d0;x\x9cb', 'ab'],
  ['a device control string', 'a\x1bPq#0\x1b\\b', 'ab'],
  ['a full reset', 'a\x1bcb', 'ab'],
  ['a character set', 'a\x1b(0b', 'ab'],
  ['an OSC that never ends', 'a\x1b]0;text', 'a0;text'],
  ['a lone escape', 'a\x1b', 'a'],
  ['an overwritten line', 'refused\raccepted', 'refusedaccepted'],
  ['backspaces, bells and NUL', 'a\b\x07\0\x7fb', 'ab'],
  ['a reversed file name', 'photo\u202egpj.exe', 'photogpj.exe'],
  ['isolates and marks', '\u2066a\u2069\u200e\u200f\u061cb', 'ab'],
  ['line and paragraph separators', 'a\u2028b\u2029c', 'abc'],
])('%s does not reach the terminal', (_, text, safe) => {
  expect(stripControls(text)).toBe(safe)
})

test('letters, accents, emoji, tabs and newlines stay', () => {
  const text = 'Señor 山田 👩‍👩‍👧 مرحبا\n\tok'
  expect(stripControls(text)).toBe(text)
})

test('tabs and newlines on one line are shown as escapes', () => {
  expect(oneLine('a\tb\r\nc\x1b[0m')).toBe('a\\tb\\nc')
})

test('no control character passes, whatever surrounds it', () => {
  const pieces = fc.constantFrom(
    '\x1b',
    '[',
    ']',
    '\x9b',
    '\x07',
    '\\',
    'P',
    '0',
    ';',
    'm',
    '\u202e',
  )
  const text = fc
    .array(fc.oneof(pieces, fc.string({ unit: 'binary' })))
    .map((each) => each.join(''))
  fc.assert(
    fc.property(text, (hostile) => {
      const safe = stripControls(hostile)
      expect(safe).not.toMatch(
        /[^\P{Cc}\t\n]|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\u2028\u2029]/u,
      )
      expect(stripControls(safe)).toBe(safe)
      expect(oneLine(hostile)).not.toMatch(/[\t\n]/)
    }),
  )
})

test('a long malicious text takes linear time', () => {
  const cpuMs = startCpuTimer()
  for (const piece of ['\x1b]', '\x1b[0', '\x1b', '\x9d']) stripControls(piece.repeat(200_000))
  expect(cpuMs()).toBeLessThan(1000)
})
