import fc from 'fast-check'
import { expect, test } from 'vitest'
import { holdsAll, putTogether, takeApart } from '../../../../src/cli/editor/message-parts.ts'

const message = `<!DOCTYPE html>
<html lang="es"><head><title>a < b</title><style>td > p { color: red }</style></head>
<!--[if mso]><body class="mso"><![endif]--><!--[if !mso]><!--><body data-a=">" bgcolor="#fff"><!--<![endif]-->
{% if nombre %}<p title="{% if a %}x{% endif %}">Hola {{ nombre | default: "a & b" }}</p>{% endif %}
<table>{% for each in fields %}<tr><td>{{ each }}</td></tr>{% endfor %}</table>
</body></html>
`

test('a message that is taken apart and put together is the same, byte for byte', () => {
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
      const parts = takeApart(html)
      expect(putTogether(parts, parts.body)).toBe(html)
    }),
    { numRuns: 1000 },
  )
})

test('doctype, head, styles and conditional comments are kept out of the editor’s hands', () => {
  const { before, body, after } = takeApart(message)
  expect(before).toContain('<style>td > p { color: red }</style>')
  expect(before).toMatch(/<body data-a=">" bgcolor="#fff">$/)
  expect(after).toBe('</body></html>\n')
  expect(body).toContain('<table><!--kept:')
  expect(body).toContain('title="{% if a %}x{% endif %}"')
  expect(body).toContain('{{ nombre | default: "a & b" }}')
})

test('what an HTML serialiser escapes within a merge tag is spelled as it was', () => {
  const parts = takeApart('<p>{{ a | default: "x & y" }}</p>')
  const serialised = '<p>{{ a | default: &quot;x &amp; y&quot;&nbsp;}} &amp; co</p>'
  expect(putTogether(parts, serialised)).toBe('<p>{{ a | default: "x & y" }} &amp; co</p>')
})

test('a merge tag or a comment that got lost or changed its place is noticed', () => {
  expect(holdsAll(message, message.replace('<p title', '<p  title'))).toBe(true)
  expect(holdsAll(message, message.replace('{% endfor %}', ''))).toBe(false)
  expect(holdsAll(message, message.replace('<!--[if mso]>', '<!--[if ie]>'))).toBe(false)
  expect(holdsAll('{{ a }}{{ b }}', '{{ b }}{{ a }}')).toBe(false)
})
