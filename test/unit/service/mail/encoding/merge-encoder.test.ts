import * as fc from 'fast-check'
import PostalMime from 'postal-mime'
import { describe, expect, test } from 'vitest'
import type { EncodedText } from '../../../../../src/service/mail/encoding/transfer.ts'
import { compileMerge, type MergeValues } from '../../../../../src/service/mail/merge.ts'
import { composeMessage } from '../../../../../src/service/mail/mime.ts'

/** The encoded text as another program reads it, and as it went on the wire. */
async function read(text: EncodedText) {
  const raw = composeMessage({
    from: { address: 'hola@tienda.example' },
    to: { address: 'ana@correo.example' },
    subject: '',
    date: new Date(0),
    messageId: '1@mail.example',
    boundary: '1',
    text,
  })
  const wire = raw.toString('latin1').split('\r\n\r\n').slice(1).join('\r\n\r\n')
  return { wire, content: (await PostalMime.parse(raw)).text ?? '' }
}

const withLf = (text: string) => text.replace(/\r\n?/g, '\n')
const withoutEnd = (text: string) => withLf(text).replace(/\n+$/, '')

/** The reader makes one line end more or less at the end; this one does not. */
function decode({ encoding }: EncodedText, wire: string): string {
  if (encoding === 'base64') return Buffer.from(wire, 'base64').toString()
  const bytes = wire
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}

/** Both ways of `merge` say the same, in lines that the wire takes. */
async function expectSame(source: string, kind: 'html' | 'text', values: MergeValues) {
  const merge = compileMerge(source, kind)
  const encoded = merge.encode(values)
  const { content, wire } = await read(encoded)
  const whole = merge.render(values)
  expect(withoutEnd(content)).toBe(withoutEnd(whole))
  expect(withLf(decode(encoded, wire))).toBe(withLf(whole))
  const lines = wire.split('\r\n')
  expect(lines.filter((line) => line.length > 76 || /[ \t]$/.test(line))).toEqual([])
  expect(lines.filter((line) => line.startsWith('.'))).toEqual([])
}

const long = 'una línea más larga que lo que se queda junto a las etiquetas.'
const text = fc.oneof(
  fc.constantFrom(long, ` ${long}\n`, `${long} `, `.${long}`, `\r${long}\r`, `\n\n${long}`),
  fc.string({ unit: fc.constantFrom('a', ' ', '\t', '=', '.', 'ñ', '\r', '\n'), maxLength: 90 }),
)
const tag = fc.constantFrom(
  '{{ a }}',
  '{{b}}',
  '{{ nil }}',
  '{{ missing }}',
  '{{ a | default: "x}}y" }}',
  '{{ a | default: b | upcase }}',
  '{{ missing | default: "nadie" | append: 1.5 }}',
  '{{ a | split: " " }}',
  '{{ a | split: " " | sort }}',
  '{{ a | escape | newline_to_br }}',
  '{{ size }}',
  '{{ "fixed" | append: a }}',
  '{% assign a = b %}',
  '{% capture c %}',
  '{% endcapture %}{{ c }}',
  '{% if a == b %}',
  '{% else %}',
  '{% endif %}',
  '{% for i in (1..3) %}',
  '{{ i }}',
  '{% endfor %}',
  '{% break %}',
  '{{- a -}}',
  '{% raw %}{{ a }}{% endraw %}',
  '{% comment %}{{ a }}{% endcomment %}',
)
const value = fc.oneof(text, fc.string({ unit: 'binary' }), fc.constantFrom('', null, true, 12.5))
const values = fc.record({ a: value, b: value })

describe.each(['html', 'text'] as const)('%s encoded in chunks', (kind) => {
  test('decodes to the same text as the whole, for any template and values', async () => {
    let whole = 0
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(text, tag)), values, async (parts, given) => {
        const source = parts.join('')
        try {
          compileMerge(source, kind)
        } catch {
          return
        }
        whole++
        await expectSame(source, kind, given)
      }),
      { numRuns: 1500 },
    )
    expect(whole).toBeGreaterThan(150)
  })

  test('also when every block is closed', async () => {
    const block = fc
      .tuple(fc.array(fc.oneof(text, fc.constantFrom('{{ a }}', '{{ c }}'))), text)
      .map(([inside, after]) => `{% if a %}${inside.join('')}{% endif %}${after}{{ b }}`)
    const source = fc.array(fc.oneof(text, block, fc.constant('{% assign c = b %}')))
    await fc.assert(
      fc.asyncProperty(source, values, (parts, given) => expectSame(parts.join(''), kind, given)),
      { numRuns: 500 },
    )
  })
})

test('a value that looks like our separators is only text', async () => {
  const source = `${long}{% if a %}{{ a }}{% endif %}${long}`
  await expectSame(source, 'text', { a: '\uf8fe' })
  await expectSame(`${long}{{ a }}`, 'text', { a: '\uf8fe' })
  await expectSame(`\uf8fe${long}{{ a }}`, 'text', { a: 'b' })
})

test('a value is escaped in HTML and has no prototype', async () => {
  await expectSame(`${long}{{ a }}{{ constructor }}`, 'html', { a: '<b>"&\'' })
})

test('a message that a value makes too long is refused', () => {
  const { encode } = compileMerge(`${long}{{ a }}`, 'html')
  expect(() => encode({ a: 'x'.repeat(5_000_001) })).toThrow(
    expect.objectContaining({ code: 'template_too_slow' }),
  )
})

test('a rendering error names the line in the whole template', () => {
  const { encode } = compileMerge(`${long}\n{{ a | url_decode }}`, 'text', 'text')
  expect(() => encode({ a: '%' })).toThrow(
    expect.objectContaining({
      code: 'merge_tag_broken',
      details: { values: expect.objectContaining({ line: 2 }) },
    }),
  )
  const slow = compileMerge(`${long}\n{% for i in (1..a) %}{% endfor %}`, 'text', 'text')
  expect(() => slow.encode({ a: 99_999_999 })).toThrow(
    expect.objectContaining({
      code: 'template_too_slow',
      details: { values: expect.objectContaining({ line: 2, place: 'text' }) },
    }),
  )
})

test('a tag with a filter renders as Liquid does, also beside tags that only Liquid can render', async () => {
  const filters = [
    'upcase',
    'default: b',
    'append: b',
    'truncate: 3',
    'split: "" | join: "-"',
    'json',
  ]
  for (const filter of filters) {
    const source = `${long}{{ a | ${filter} }}${long}{% if a %}{{ a | ${filter} }}{% endif %}`
    await expectSame(source, 'html', { a: '<ñandú>', b: 'x & y' })
    await expectSame(source, 'text', { a: null, b: 7 })
  }
})

test('tags share one budget, also those that are rendered without Liquid', () => {
  const tags = Array.from({ length: 40 }, (_, index) => `{{ a | replace: "x", "${index}" }}`).join(
    '',
  )
  const { encode } = compileMerge(`${long}${tags}`, 'text')
  expect(() => encode({ a: 'x'.repeat(500_000) })).toThrow(
    expect.objectContaining({ code: 'template_too_slow' }),
  )
})
