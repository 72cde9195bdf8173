import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  joinMessage,
  preservesAll,
  splitMessage,
  unescapeTags,
} from '../../../../src/cli/editor/message-parts.ts'

const message = `<!DOCTYPE html>
<html lang="es"><head><title>a < b</title><style>td > p { color: red }</style></head>
<!--[if mso]><body class="mso"><![endif]--><!--[if !mso]><!--><body data-a=">" bgcolor="#fff"><!--<![endif]-->
{% if nombre %}<p title="{% if a %}x{% endif %}">Hola {{ nombre | default: "a & b" }}</p>{% endif %}
<table>{% for each in fields %}<tr><td>{{ each }}</td></tr>{% endfor %}</table>
</body></html>
`

test('splitting and joining a message preserves every byte', () => {
  const piece = fc.constantFrom(
    ...[
      '<p>',
      '</p>',
      '<body>',
      '</body>',
      '<head>',
      '</head>',
      '<html>',
      '<!doctype html>',
      'a & b',
    ],
    ...[
      '{{ x }}',
      '{% if a < b %}',
      '{% endif %}',
      '<!-- c -->',
      '<style>',
      '</style>',
      '<!--',
      '\n',
    ],
    ...['<!--[if mso]>', '<![endif]-->', '<td title="a > b">', '"', "'", '{{', '%}', '<', '>', 'ñ'],
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const html = pieces.join('')
      const parts = splitMessage(html)
      expect(joinMessage(parts, parts.body)).toBe(html)
    }),
    { numRuns: 1000 },
  )
})

test('doctype, head, styles and conditional comments are hidden from the editor', () => {
  const { before, body, after } = splitMessage(message)
  expect(before).toContain('<style>td > p { color: red }</style>')
  expect(before).toMatch(/<body data-a=">" bgcolor="#fff">$/)
  expect(after).toBe('</body></html>\n')
  expect(body).toContain('<table><!--kept:')
  expect(body).toContain('title="{% if a %}x{% endif %}"')
  expect(body).toContain('{{ nombre | default: "a & b" }}')
})

test('escapes that an HTML serializer adds to a merge tag are removed', () => {
  const parts = splitMessage('<p>{{ a | default: "x & y" }}</p>')
  const serialised = '<p>{{ a | default: &quot;x &amp; y&quot;&nbsp;}} &amp; co</p>'
  expect(joinMessage(parts, unescapeTags(serialised))).toBe(
    '<p>{{ a | default: "x & y" }} &amp; co</p>',
  )
})

test('a lost or moved merge tag or comment is detected', () => {
  expect(preservesAll(message, message.replace('<p title', '<p  title'))).toBe(true)
  expect(preservesAll(message, message.replace('{% endfor %}', ''))).toBe(false)
  expect(preservesAll(message, message.replace('<!--[if mso]>', '<!--[if ie]>'))).toBe(false)
  expect(preservesAll('{{ a }}{{ b }}', '{{ b }}{{ a }}')).toBe(false)
})
