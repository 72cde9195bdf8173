import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hashBody } from '../../../../src/service/signing/body-hash.ts'

/** RFC 6376 3.4.4, line by line. */
function relaxed(body: string): string {
  const lines = body.split('\r\n').map((line) => line.replace(/[ \t]+/g, ' ').replace(/ $/, ''))
  const text = lines.join('\r\n').replace(/(\r\n)+$/, '')
  return text === '' ? '' : `${text}\r\n`
}

test('the body is hashed in relaxed canonicalisation, whatever whitespace it has', () => {
  const piece = fc.constantFrom(
    'a',
    'b.c',
    'ñ',
    ' ',
    '  ',
    '\t',
    ' \t',
    '\r\n',
    ' \r\n',
    '\r\n\r\n',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
      const body = pieces.join('')
      const expected = createHash('sha256').update(relaxed(body)).digest('base64')
      expect(hashBody(Buffer.from(body))).toBe(expected)
    }),
    { numRuns: 1000 },
  )
})
