import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sourceKeeper } from '../../../../../src/cli/editor/source/keep-source.ts'

/** A body as other tools write it, and as the editor serializes it. */
const source = `<CENTER>
<table WIDTH=600 border="0" style='padding: 0 ; *zoom:1;color:#FFF' align=center>
<tr><td class="a  b" style="mso-line-height-rule: exactly">&iexcl;Hola&nbsp;{{ nombre | default: "a &amp; b" }} &amp; adi&oacute;s!
<tr><TD nowrap><p>Uno<p>Dos<br/><img alt=old src='a.png?x=1&y=2' onerror="x()"></TD></tr>
</table></p>
</CENTER>`
const drawn = `<center>
<table width="600" border="0" align="center" style="padding:0;*zoom:1;color:#FFF;">
<tbody><tr><td class="a b" style="mso-line-height-rule:exactly;">¡Hola\u00a0{{ nombre | default: "a & b" }} &amp; adiós!
</td></tr><tr><td nowrap=""><p>Uno</p><p>Dos<br/><img alt="old" src="a.png?x=1&amp;y=2"/></p></td></tr>
</tbody></table><p></p>
</center>`
const keep = (now: string) => sourceKeeper({ source, drawn })(now)

test('without an edit, every byte is kept', () => {
  expect(keep(drawn)).toBe(source)
})

test('ends of lines are kept, also of Windows', () => {
  const windows = sourceKeeper({ source: source.replaceAll('\n', '\r\n'), drawn })
  expect(windows(drawn.replace('Uno', 'Un'))).toBe(
    source.replaceAll('\n', '\r\n').replace('Uno', 'Un'),
  )
})

test('an edited attribute changes alone', () => {
  expect(keep(drawn.replace('alt="old"', 'alt="new"'))).toBe(source.replace('alt=old', 'alt="new"'))
  expect(keep(drawn.replace(' alt="old"', ''))).toBe(source.replace(' alt=old', ''))
  expect(keep(drawn.replace('<td nowrap=""', '<td nowrap="" align="right"'))).toBe(
    source.replace('<TD nowrap', '<TD nowrap align="right"'),
  )
})

test('an edited text keeps its entities', () => {
  expect(keep(drawn.replace('adiós', 'hasta luego'))).toBe(
    source.replace('adi&oacute;s', 'hasta luego'),
  )
})

test('a part that is added does not change what is beside it', () => {
  const block = '<tr><td>Nuevo</td></tr>'
  expect(keep(drawn.replace('<tbody>', `<tbody>${block}`))).toBe(
    source.replace('<tr>', `${block}<tr>`),
  )
  expect(keep(drawn.replace('</p><p>Dos', '</p><b>x</b><p>Dos'))).toBe(
    source.replace('<p>Dos', '</p><b>x</b><p>Dos'),
  )
})

test('a part that is copied or moved keeps its spelling', () => {
  const row = drawn.slice(drawn.indexOf('<tr><td nowrap'), drawn.indexOf('\n</tbody>'))
  expect(keep(drawn.replace(row, row + row))).toContain(
    `</TD></tr><tr><TD nowrap><p>Uno</p><p>Dos<br/><img alt=old src='a.png?x=1&y=2' onerror="x()"></p></td></tr>`,
  )
})

test('a part that is removed takes nothing else along', () => {
  const row = drawn.slice(drawn.indexOf('<tr><td nowrap'), drawn.indexOf('\n</tbody>'))
  expect(keep(drawn.replace(row, ''))).toBe(source.replace(/<tr><TD[\s\S]*<\/tr>/, '</td></tr>'))
})

test('any order of edits gives the parts that the editor has', () => {
  const parts = ['<p>a</p>', '<p>b</p>', '<b>c</b>', 'text', ' ', '<br/>', '<img alt="x"/>']
  const lists = fc.array(fc.constantFrom(...parts), { maxLength: 12 })
  fc.assert(
    fc.property(lists, lists, (from, to) => {
      const html = from.join('')
      expect(sourceKeeper({ source: html, drawn: html })(to.join(''))).toBe(to.join(''))
    }),
  )
})

test('a tag keeps its spelling when it is edited and something is added beside it', () => {
  const added = '<table class="rm-section"><tbody><tr><td>x</td></tr></tbody></table>'
  const now = drawn.replace('alt="old" src="a.png?x=1&amp;y=2"/>', (tag) =>
    tag.replace('old', 'new').concat(added),
  )
  expect(keep(now)).toContain(`<img alt="new" src='a.png?x=1&y=2' onerror="x()">${added}`)
})
