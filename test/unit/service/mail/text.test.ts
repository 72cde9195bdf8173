import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { previewOfHtml } from '../../../../src/html/html-text.ts'
import { compileMerge } from '../../../../src/service/mail/merge.ts'
import { textFromHtml } from '../../../../src/service/mail/text.ts'
import { startCpuTimer } from '../../../support/cpu-time.ts'

test('the text keeps links, alt texts and the case of headings', () => {
  const html = `<style>p{}</style><div style="display: none">oculto</div><h1>Hola Ana</h1>
    <p>Mira <a href="https://x.example/?a=1&amp;b=2">esto</a> <img src="a.png" alt="Logo"></p>`
  expect(textFromHtml(html)).toBe('Hola Ana\n\nMira esto [https://x.example/?a=1&b=2] Logo')
})

test('the cells of a row are separated by a blank, and other blocks stay as they are', () => {
  const row = '<tr><th>Nº</th><td>A</td><td></td><td style="display:none">x</td><td> B </td></tr>'
  const column = '<tr><td><p>Uno</p></td><td><div>Dos</div></td></tr>'
  const nested = `<tr><td><table>${row}</table></td></tr>`
  const html = `<p>Hola</p><table>${row}</table><table>${column}</table><table>${nested}</table>`
  expect(textFromHtml(html)).toBe('Hola\n\nNº A B\n\nUno\n\nDos\n\nNº A B')
  expect(previewOfHtml(`<table>${row}</table>`)).toContain('Nº A')
})

test('merge tags are kept exactly, in text and in links', () => {
  const html = `<p>Hola {{ nombre | default: "tú & <yo>" }}</p><a href="{{ unsubscribe_url }}">baja</a>
    {% if edad <b %}<b>menor</b>{% endif %}`
  const text = textFromHtml(html)
  expect(text).toContain('Hola {{ nombre | default: "tú & <yo>" }}')
  expect(text).toContain('baja [{{ unsubscribe_url }}]')
  expect(text).toContain('{% if edad <b %}menor{% endif %}')
  const url = 'https://x.example/u/1'
  expect(compileMerge(text, 'text').render({ unsubscribe_url: url })).toContain(`baja [${url}]`)
})

test('every tag in running text is kept, whatever it contains', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' })), (contents) => {
      const tags = contents.map((content) => `{{ ${content.replace(/[{}%]/g, '')} }}`)
      expect(textFromHtml(`<p>${tags.join('<br>')}</p>`)).toBe(tags.join('\n'))
    }),
  )
})

test.each([
  ['an unclosed tag', '{{'.repeat(2_000_000), '{{'.repeat(2_000_000)],
  // Beyond its maximum depth the library writes an ellipsis.
  ['nested elements', `${'<div>'.repeat(19_000)}x`, '...'],
  ['many elements', '<b>x</b>'.repeat(500_000), 'x'.repeat(500_000)],
])('a lot of %s takes seconds at most', (_, html, text) => {
  const cpuMs = startCpuTimer()
  const found = textFromHtml(html)
  expect(cpuMs()).toBeLessThan(5000)
  // Compared before `expect` sees them: it would draw the difference of millions of letters.
  expect([found.slice(0, 100), found === text]).toEqual([text.slice(0, 100), true])
})

test.each([
  ['longer than 5 MB', 'x'.repeat(5_000_001)],
  ['nested without end', '<div>'.repeat(100_000)],
])('html %s is refused', (_, html) => {
  expect(() => textFromHtml(html)).toThrow('body_too_large')
})
