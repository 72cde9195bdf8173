import { expect, test } from 'vitest'
import { compilePrepared, prepareContent } from '../../../../src/service/campaigns/content.ts'
import { addUtm } from '../../../../src/service/campaigns/utm.ts'

const source = { asunto: 'Hola', preheader: '', html: '<p>Hola</p>', text: '' }
const options = { unsubscribeText: 'Darse de baja' }
function compileContent(message: typeof source, sent: typeof options) {
  const prepared = prepareContent(message, sent)
  return { ...compilePrepared(prepared), mentionsUnsubscribe: prepared.mentionsUnsubscribe }
}

const values = { unsubscribe_url: 'https://x.example/u/1', nombre: 'A & B' }

test('a part without an unsubscribe link gets a footer, one with a link is unchanged', () => {
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

test('the preheader is hidden text at the start of the body, with its merge tags filled', () => {
  const { render } = compileContent(
    { ...source, html: '<body class="a"><p>Hola</p></body>', preheader: '<3 {{ nombre }}' },
    options,
  )
  expect(render(values).html).toMatch(
    /^<body class="a"><div style="[^"]+">&lt;3 A &amp; B<\/div><p>/,
  )
  expect(render(values).text).not.toContain('<3')
})

test('a text-only campaign has no HTML part', () => {
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
])('the UTM tag is inserted into %s', (url, expected) => {
  expect(addUtm(url, { source: 'b c' })).toBe(expected)
})
