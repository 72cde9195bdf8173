import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { compileMerge } from '../../../../src/service/mail/merge.ts'
import { textFromHtml } from '../../../../src/service/mail/text.ts'

test('text keeps its links, the words of its images and the case of its headings', () => {
  const html = `<style>p{}</style><div style="display: none">oculto</div><h1>Hola Ana</h1>
    <p>Mira <a href="https://x.example/?a=1&amp;b=2">esto</a> <img src="a.png" alt="Logo"></p>`
  expect(textFromHtml(html)).toBe('Hola Ana\n\nMira esto [https://x.example/?a=1&b=2] Logo')
})

test('merge tags come through to the letter, in text and in links', () => {
  const html = `<p>Hola {{ nombre | default: "tú & <yo>" }}</p><a href="{{ unsubscribe_url }}">baja</a>
    {% if edad <b %}<b>menor</b>{% endif %}`
  const text = textFromHtml(html)
  expect(text).toContain('Hola {{ nombre | default: "tú & <yo>" }}')
  expect(text).toContain('baja [{{ unsubscribe_url }}]')
  expect(text).toContain('{% if edad <b %}menor{% endif %}')
  const url = 'https://x.example/u/1'
  expect(compileMerge(text, 'text').render({ unsubscribe_url: url })).toContain(`baja [${url}]`)
})

test('every tag in the running text survives, whatever is in it', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' })), (contents) => {
      const tags = contents.map((content) => `{{ ${content.replace(/[{}%]/g, '')} }}`)
      expect(textFromHtml(`<p>${tags.join('<br>')}</p>`)).toBe(tags.join('\n'))
    }),
  )
})

test.each([
  ['an unclosed tag', '{{'.repeat(2_000_000)],
  ['nested elements', '<div>'.repeat(19_000)],
  ['many elements', '<b>x</b>'.repeat(500_000)],
])('%s, a lot of it, takes no more than seconds', (_, html) => {
  const started = performance.now()
  textFromHtml(html)
  expect(performance.now() - started).toBeLessThan(5000)
})

test.each([
  ['longer than 5 MB', 'x'.repeat(5_000_001)],
  ['nested without end', '<div>'.repeat(100_000)],
])('html %s is refused', (_, html) => {
  expect(() => textFromHtml(html)).toThrow('body_too_large')
})
