import { expect, test } from 'vitest'
import { fieldControl } from '../../../src/html/field-control.ts'
import { Html, html } from '../../../src/html/html.ts'

test('templates escape everything except HTML', () => {
  const hostile = `"><script>alert('1')</script>&amp;`
  expect(html`<a title="${hostile}">${hostile}</a>`.text).toBe(
    `<a title="&quot;&gt;&lt;script&gt;alert('1')&lt;/script&gt;&amp;amp;">&quot;&gt;&lt;script&gt;alert('1')&lt;/script&gt;&amp;amp;</a>`,
  )
  expect(html`<p>${new Html('<b>1</b>')}${html`<i>${'<'}</i>`}</p>`.text).toBe(
    '<p><b>1</b><i>&lt;</i></p>',
  )
})

test('empty values, lists of parts and 0 render correctly', () => {
  expect(html`<p>${false}${undefined}${[html`<i></i>`, 'a<', 0]}</p>`.text).toBe(
    '<p><i></i>a&lt;0</p>',
  )
})

const words = { required: 'required', noChoice: '' }

test('a group of choices has an accessible name and error', () => {
  const control = { name: 'a', id: 'b', label: 'C', error: 'D', options: ['1'] }
  const radio = fieldControl({ ...control, type: 'radio' }, words).text
  expect(radio).toContain('<fieldset id="b" aria-describedby="b-error"><legend>C</legend>')
  const box = fieldControl({ ...control, type: 'boolean', required: true }, words).text
  expect(box).toContain('required aria-invalid="true" aria-describedby="b-error"> C')
})

test('an optional choice can be cleared', () => {
  const control = { name: 'a', id: 'b', label: 'C', type: 'radio', options: ['1'] } as const
  expect(fieldControl(control, words).text).toContain('value="" checked')
  expect(fieldControl({ ...control, required: true }, words).text).not.toContain('value=""')
})
