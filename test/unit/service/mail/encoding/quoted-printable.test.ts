import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  encodeQuotedPrintable,
  fixedText,
  QuotedPrintableWriter,
  wordOf,
} from '../../../../../src/service/mail/encoding/quoted-printable.ts'
import { ScratchBuffer } from '../../../../../src/service/mail/scratch-buffer.ts'

type Way = 'fixed' | 'word' | 'text'
interface Piece {
  text: string
  way: Way
}

const target = new ScratchBuffer()

/** Writes pieces as a template and its values do. Text that is no word is written as any text. */
function write(pieces: readonly Piece[]): string {
  target.clear()
  const writer = new QuotedPrintableWriter(target)
  for (const { text, way } of pieces) {
    const word = way === 'word' ? wordOf(text) : undefined
    if (way === 'fixed') writer.fixed(fixedText(text))
    else if (word !== undefined) writer.word(word)
    else writer.text(Buffer.from(text))
  }
  writer.end()
  return target.from(0).toString('latin1')
}

function decode(encoded: string): string {
  const bytes = encoded
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}

const withCrlf = (text: string) => text.replace(/\r\n?|\n/g, '\r\n')

const characters = fc.constantFrom(...'aB.= \t\r\nñ漢😀')
const text = fc.oneof(
  fc.string({ unit: characters, maxLength: 12 }),
  fc.string({ unit: characters, maxLength: 200 }),
  fc.string({ unit: fc.constantFrom('a', 'b', ' '), minLength: 70, maxLength: 80 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom('', '.', ' ', '\r', '\n', '\r\n', ' \n', 'a '),
)
const piece = fc.record({ text, way: fc.constantFrom<Way>('fixed', 'word', 'text') })

const expectEncoded = (encoded: string, source: string) => {
  expect(decode(encoded)).toBe(withCrlf(Buffer.from(source).toString()))
  expect(encoded).toMatch(/^[\t\r\n -~]*$/)
  expect(encoded.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  const lines = encoded.split('\r\n')
  expect(lines.filter((line) => line.length > 76 || /[ \t]$|^\./.test(line))).toEqual([])
}

test('pieces decode to their text, in lines that the wire takes, however they are written', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      expectEncoded(write(pieces), pieces.map(({ text }) => text).join(''))
    }),
    { numRuns: 3000 },
  )
})

test('one text is encoded by the same rules', () => {
  fc.assert(fc.property(text, (one) => expectEncoded(encodeQuotedPrintable(one).toString(), one)))
})

test('text between tags costs no soft line break when it fits on the line', () => {
  const pieces: Piece[] = [
    { text: 'Hola ', way: 'fixed' },
    { text: 'Íñigo', way: 'word' },
    { text: ', tu pedido llega mañana.\n', way: 'fixed' },
  ]
  expect(write(pieces)).toBe('Hola =C3=8D=C3=B1igo, tu pedido llega ma=C3=B1ana.\r\n')
})

test('a blank before a value without text is encoded at the end of its line', () => {
  const pieces: Piece[] = [
    { text: 'Hola ', way: 'fixed' },
    { text: '', way: 'word' },
    { text: '\nAdiós', way: 'fixed' },
  ]
  expect(write(pieces)).toBe('Hola=20\r\nAdi=C3=B3s')
})

test('the halves of a line end from two pieces are one line end', () => {
  const pieces: Piece[] = [
    { text: 'a\r', way: 'fixed' },
    { text: '', way: 'word' },
    { text: '\nb', way: 'fixed' },
  ]
  expect(write(pieces)).toBe('a\r\nb')
})
