import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { Failure } from '../../../../src/core/failure.ts'
import { compileMerge, mentions } from '../../../../src/service/mail/merge.ts'
import { startCpuTimer } from '../../../support/cpu-time.ts'

const failureOf = (run: () => unknown): Failure => {
  try {
    run()
  } catch (error) {
    if (error instanceof Failure) return error
    throw error
  }
  throw new Error('nothing was thrown')
}

test('a tag renders its value or its default', () => {
  const hello = compileMerge('Hola {{ nombre | default: "amigo" }}', 'text')
  expect(hello.render({ nombre: 'Ana' })).toBe('Hola Ana')
  expect(hello.render({ nombre: '' })).toBe('Hola amigo')
  expect(hello.render({})).toBe('Hola amigo')
})

test('a template without tags is unchanged', () => {
  const source = '<style>a{color:red}</style>'
  expect(compileMerge(source, 'html').render({})).toBe(source)
})

test('no value adds markup to HTML, whatever the filter', () => {
  const filters = ['', '| escape', '| escape_once', '| xml_escape', '| newline_to_br', '| json']
  fc.assert(
    fc.property(fc.constantFrom(...filters), fc.string({ unit: 'binary' }), (filter, value) => {
      const html = compileMerge(`<p title="{{ x ${filter} }}">`, 'html').render({ x: value })
      expect(html.slice(10, -2).replace(/<br>/g, '')).not.toMatch(/[<>"']/)
    }),
  )
  expect(compileMerge('{{ x | escape }}', 'html').render({ x: 'a & b' })).toBe('a &amp; b')
  expect(failureOf(() => compileMerge('{{ x | raw }}', 'html')).code).toBe('filter_refused')
})

test('text takes values unchanged, a header only as one line', () => {
  expect(compileMerge('{{ x }}', 'text').render({ x: '<b>\n' })).toBe('<b>\n')
  expect(compileMerge('Hola {{ x }}', 'header').render({ x: 'a\r\nBcc: b\0' })).toBe(
    'Hola a Bcc: b',
  )
})

test('a broken tag is refused with its part, line and excerpt', () => {
  const { code, details } = failureOf(() =>
    compileMerge('Hola\n{{ nombre | defualt: "x" }}', 'text', 'asunto'),
  )
  expect(code).toBe('merge_tag_broken')
  expect(details.values).toEqual({
    place: 'asunto',
    line: 2,
    message: '{{ nombre | defualt: "x" }}',
  })
})

test.each(['{{ nombre', '{% if x %}', '{% foo %}', '{{ }}', '{% endif %}'])(
  '%s is broken',
  (tag) => {
    expect(failureOf(() => compileMerge(tag, 'html')).code).toBe('merge_tag_broken')
  },
)

test.each([
  '{% include "package.json" %}',
  '{% render "package.json" %}',
  '{% layout "package.json" %}',
  '{% echo x %}',
  '{% liquid echo x %}',
])('%s is refused: the tag does not exist', (tag) => {
  expect(failureOf(() => compileMerge(tag, 'html')).code).toBe('merge_tag_broken')
})

test('inherited properties are not visible', () => {
  const source = `{{ constructor }}{{ x.constructor }}{{ x.constructor.constructor }}{{ __proto__ }}
    {{ x.__proto__ }}{{ toString }}{{ x["constructor"] }}`
  expect(compileMerge(source, 'text').render({ x: 'a' }).trim()).toBe('')
  compileMerge('{% assign __proto__ = "hacked" %}{{ __proto__ }}', 'text').render({})
  expect(Object.keys(Object.prototype)).toEqual([])
})

test('a message that renders to more than 5 MB is refused', () => {
  const source = `{% for i in (1..600) %}${'x'.repeat(10_000)}{% endfor %}`
  expect(failureOf(() => compileMerge(source, 'text').render({})).code).toBe('body_too_large')
})

test('mentions finds variables in tags, not in comments and raw blocks', () => {
  const used = compileMerge('{% if plan %}<a href="{{unsubscribe_url}}">{% endif %}', 'html')
  expect(mentions(used, 'unsubscribe_url')).toBe(true)
  expect(mentions(used, 'plan')).toBe(true)
  const shown =
    '{% raw %}{{ unsubscribe_url }}{% endraw %}{% comment %}{{ unsubscribe_url }}{% endcomment %}'
  expect(mentions(compileMerge(shown, 'html'), 'unsubscribe_url')).toBe(false)
  expect(mentions(compileMerge('unsubscribe_url', 'html'), 'unsubscribe_url')).toBe(false)
})

test('a long message with many tags compiles in linear time', () => {
  const source = '<p>Hola {{ nombre }}, <a href="https://tienda.example/rebajas">ver</a></p>\n'
  const cpuMs = startCpuTimer()
  const { variables } = compileMerge(source.repeat(5000), 'html')
  expect(cpuMs()).toBeLessThan(3000)
  expect([...variables]).toEqual(['nombre'])
  expect(failureOf(() => compileMerge('{{ a }}'.repeat(5001), 'html')).code).toBe('body_too_large')
})

test('the line of a broken tag is right anywhere, also after another template', () => {
  fc.assert(
    fc.property(fc.nat(20), fc.nat(20), (before, behind) => {
      const source = `${'a {{ x }}\n'.repeat(before)}{{ x | nothing }}${'\nb'.repeat(behind)}`
      const { details } = failureOf(() => compileMerge(source, 'text'))
      expect(details.values?.line).toBe(before + 1)
    }),
  )
})
