import { expect, test } from 'vitest'
import { compileContent } from '../../../../src/service/campaigns/content.ts'
import { addUtm } from '../../../../src/service/campaigns/utm.ts'

const source = { asunto: 'Hola', preheader: '', html: '<p>Hola</p>', text: '' }
const options = { unsubscribeWords: 'Darse de baja' }
const values = { unsubscribe_url: 'https://x.example/u/1', nombre: 'A & B' }

test('a part without a way to unsubscribe gets a footer, one with it stays as it is', () => {
  const bare = compileContent(source, options)
  expect(bare.mentionsUnsubscribe).toBe(false)
  const { html, text } = bare.render(values)
  expect(html).toContain('<a href="https://x.example/u/1">Darse de baja</a>')
  expect(text).toContain('Darse de baja: https://x.example/u/1')
  const html2 = '<p>Hola</p><a href="{{ unsubscribe_url }}">Adiós</a>'
  const whole = compileContent({ ...source, html: html2 }, options)
  expect(whole.mentionsUnsubscribe).toBe(true)
  expect(whole.render(values).html).toBe('<p>Hola</p><a href="https://x.example/u/1">Adiós</a>')
})

test('the preheader is the first text of the body, hidden, and its merge tags are filled', () => {
  const { render } = compileContent(
    { ...source, html: '<body class="a"><p>Hola</p></body>', preheader: '<3 {{ nombre }}' },
    options,
  )
  expect(render(values).html).toMatch(
    /^<body class="a"><div style="[^"]+">&lt;3 A &amp; B<\/div><p>/,
  )
  expect(render(values).text).not.toContain('<3')
})

test('a campaign of text alone has no html', () => {
  const { render } = compileContent({ ...source, html: '', text: 'Hola {{ nombre }}' }, options)
  expect(render(values).html).toBeUndefined()
  expect(render(values).text).toMatch(/^Hola A & B\n/)
})

test.each([
  ['https://a.example', 'https://a.example?utm_source=b%20c'],
  ['https://a.example/?', 'https://a.example/?utm_source=b%20c'],
  ['https://a.example/?x=1', 'https://a.example/?x=1&utm_source=b%20c'],
  ['https://a.example/?x=1#y', 'https://a.example/?x=1&utm_source=b%20c#y'],
  ['https://a.example/?utm_source=own', 'https://a.example/?utm_source=own'],
])('the tag is put into %s where it belongs', (url, expected) => {
  expect(addUtm(url, { source: 'b c' })).toBe(expected)
})
