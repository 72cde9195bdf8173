import fc from 'fast-check'
import { expect, test } from 'vitest'
import { prepareContent, stuffDots } from '../../../../src/service/smtp/content.ts'

const prepared = (text: string) => prepareContent(Buffer.from(text)).bytes.toString()

test.each([
  ['Hola\nEva\n', 'Hola\r\nEva\r\n'],
  ['Hola\rEva\r', 'Hola\r\nEva\r\n'],
  ['Hola\r\r\nEva', 'Hola\r\n\r\nEva\r\n'],
  ['Hola\n\rEva\r\n', 'Hola\r\n\r\nEva\r\n'],
  [
    'Hola\n.\nMAIL FROM:<eva@correo.example>\r\n',
    'Hola\r\n.\r\nMAIL FROM:<eva@correo.example>\r\n',
  ],
  ['Hola\r.\r\n', 'Hola\r\n.\r\n'],
  ['Hola', 'Hola\r\n'],
  ['', ''],
])('%j leaves as %j', (text, expected) => {
  expect(prepared(text)).toBe(expected)
})

const texts = fc
  .array(fc.constantFrom('\r', '\n', '\r\n', '.', 'a', 'Hola', 'ñ', '\0', '\t'), { maxLength: 40 })
  .map((parts) => parts.join(''))

test('no CR or LF leaves alone, wherever the bytes are in memory', () => {
  const property = fc.property(texts, fc.integer({ min: 0, max: 7 }), (text, offset) => {
    const raw = Buffer.concat([Buffer.alloc(offset), Buffer.from(text)]).subarray(offset)
    const content = prepareContent(raw)
    const out = content.bytes.toString()
    expect(out).not.toMatch(/\r(?!\n)|(?<!\r)\n/)
    expect(out === '' || out.endsWith('\r\n')).toBe(true)
    const lines = text === '' ? '' : text.replace(/\r\n|\r|\n/g, '\r\n')
    expect(out).toBe(lines === '' || lines.endsWith('\r\n') ? lines : `${lines}\r\n`)
    expect(content.hasHighBytes).toBe(text.includes('ñ'))
    expect(content.hasDots).toBe(/^\./m.test(out))
  })
  fc.assert(property, { numRuns: 2000 })
})

test('what needs no change is not copied', () => {
  const raw = Buffer.from('Subject: Hola\r\n\r\nHola\r\n')
  expect(prepareContent(raw).bytes).toBe(raw)
  expect(stuffDots(prepareContent(raw))).toBe(raw)
})

test('a dot at the start of a line is doubled, and no other', () => {
  const stuffed = (text: string) => stuffDots(prepareContent(Buffer.from(text))).toString()
  expect(stuffed('.\r\n..\r\na.b\r\n.\r\n')).toBe('..\r\n...\r\na.b\r\n..\r\n')
  fc.assert(
    fc.property(texts, (text) => {
      expect(stuffed(text)).toBe(prepared(text).replace(/^\./gm, '..'))
    }),
  )
})
