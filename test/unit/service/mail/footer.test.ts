import { expect, test } from 'vitest'
import { addHtmlFooter, addTextFooter } from '../../../../src/service/mail/footer.ts'
import { compileMerge, mentions } from '../../../../src/service/mail/merge.ts'

const footer = { unsubscribe: 'Baja & preferencias' }

test('the footer is inserted before the last </body>, and every other byte is unchanged', () => {
  const before = '<BODY>\r\n<p>İ</p><!-- </body> -->\t'
  const after = '</Body >\n</html>\0'
  const html = addHtmlFooter(before + after, footer)
  expect(html.startsWith(before)).toBe(true)
  expect(html.endsWith(after)).toBe(true)
  expect(html).toContain('Baja &amp; preferencias')
})

test('HTML without a body gets the footer at its end', () => {
  expect(addHtmlFooter('<p>Hola</p>', footer).startsWith('<p>Hola</p><p')).toBe(true)
})

test('the text footer is a signature', () => {
  expect(addTextFooter('Hola\n\n', footer)).toBe(
    'Hola\n\n-- \nBaja & preferencias: {{ unsubscribe_url }}\n',
  )
})

test('with its footer a message has an unsubscribe link', () => {
  const url = 'https://x.example/u/1'
  const html = compileMerge(addHtmlFooter('<p>Hola</p>', footer), 'html')
  expect(mentions(html, 'unsubscribe_url')).toBe(true)
  expect(html.render({ unsubscribe_url: url })).toContain(`href="${url}"`)
})
