import { describe, expect, test } from 'vitest'
import { compileMerge } from '../../../../src/service/mail/merge.ts'
import { tryTemplate } from '../../../../src/service/mail/trial.ts'
import { startCpuTimer } from '../../../support/cpu-time.ts'

const long = 'x'.repeat(100_000)
const forever = (contents: string) => `{% for i in (1..100000) %}${contents}{% endfor %}`

/** Templates whose work grows with the product of their parts. */
const hostile: Record<string, string> = {
  'a range': '{% assign a = (1..999999999) %}',
  'a loop without contents': '{% for i in (1..999999999) %}{% endfor %}',
  'loops within loops': `{% for i in (1..1000) %}${forever('')}{% endfor %}`,
  'loops that only open': `${'{% for i in (1..2) %}'.repeat(90)}x${'{% endfor %}'.repeat(90)}`,
  'a list that is looped over twice':
    '{% assign a = (1..99999) %}{% for i in a %}{% for j in a %}{% endfor %}{% endfor %}',
  'a list that is copied': `{% assign a = (1..9999) %}${forever('{% for j in a reversed limit: 0 %}{% endfor %}')}`,
  'a list that is searched': `{% assign a = (1..9999) %}${forever('{% if a contains 0 %}{% endif %}')}`,
  'lists that are compared': `{% assign a = (1..9999) %}{% assign b = (1..9999) %}${forever('{% if a == b %}{% endif %}')}`,
  'a text that is doubled': `${'{% assign s = s | append: s %}'.repeat(40)}{{ s }}`,
  'a captured text': `${'{% capture s %}{{ s }}{{ s }}{% endcapture %}'.repeat(40)}{{ s }}`,
  'a text that is replaced': forever('{% assign t = s | replace: "", "xxxxxxxx" %}'),
  'a text that is searched': forever('{% if s contains t %}{% endif %}'),
  'a text that is split': forever('{% assign t = s | split: "" %}'),
  'a list that is sorted': `{% assign l = s | split: "" %}${forever('{% assign m = l | sort_natural %}')}`,
  'names of months': forever('{{ 0 | date: "%B" }}'),
  'a padded date': '{{ 0 | date: "%99999999d" }}',
  'many conditions': forever(`{% if ${'i and '.repeat(1000)}i %}{% endif %}`),
  'many branches': forever(`{% case i %}{% when ${'s, '.repeat(1000)}s %}{% endcase %}`),
  'a long value and many branches': forever(
    `{% case s %}{% when ${'t, '.repeat(1000)}t %}{% endcase %}`,
  ),
  'many filters': forever(`{{ i${' | plus: 1'.repeat(1000)} }}`),
  'many arguments': forever(`{{ i | default: ${'a, '.repeat(1000)}a }}`),
  'many properties': forever(`{{ ${'a.'.repeat(1000)}a }}`),
  'much text': forever(long),
  'much raw text': forever(`{% raw %}${long}{% endraw %}`),
  'much output': forever('{{ s }}'),
}

describe('a template exceeds its budget with', () => {
  test.each(Object.keys(hostile))('%s', (name) => {
    const { render } = compileMerge(hostile[name] ?? '', 'html')
    const cpuMs = startCpuTimer()
    expect(() => render({ s: long, t: `${long.slice(1)}y` })).toThrow(
      expect.objectContaining({ code: 'template_too_slow' }),
    )
    // Some tens of milliseconds.
    expect(cpuMs()).toBeLessThan(1500)
  })
})

/** What marketers write. */
const usual: Record<string, string> = {
  '5,000 merge tags': '<p>{{ nombre }}</p>'.repeat(5000),
  '5,000 merge tags with a filter': '<p>{{ nombre | default: "amigo" }}</p>'.repeat(5000),
  'a table of 300 products': `{% assign names = skus | split: "," %}{% for name in names %}
    <tr><td>{{ forloop.index }}</td><td>{{ name | upcase }}</td><td>${'<br>'.repeat(100)}</td>
    <td>{% if forloop.first %}Nuevo{% elsif name == "sku7" %}Agotado{% else %}{{ 3 | times: 2 }}{% endif %}</td>
    </tr>{% endfor %}`,
  'a date in each row': '{% for i in (1..300) %}{{ alta | date: "%d de %B de %Y" }}{% endfor %}',
  'a long condition': `{% case nombre %}${'{% when "Ana", "Ana María" %}Hola'.repeat(500)}{% endcase %}`,
  'branches within branches': `${'{% if nombre %}'.repeat(90)}Hola${'{% endif %}'.repeat(90)}`,
  'a comparison of two lists': `{% assign wanted = wishes | split: "," %}
    {% assign bought = orders | split: "," %}{% for name in wanted %}{% assign isBought = false %}
    {% for each in bought %}{% if each == name %}{% assign isBought = true %}{% endif %}{% endfor %}
    {% unless isBought %}<li>{{ name | capitalize }}</li>{% endunless %}{% endfor %}`,
  'a programme with two dates in each row': `{% assign days = events | split: "," %}{% for day in days %}
    <td>{{ day | date: "%A %-d de %B de %Y, %I:%M %p" }}</td><td>{{ day | date: "%a %d %b" }}</td>
    {% endfor %}`,
  '2 MB of text': `${'<p>Hola</p>'.repeat(180_000)}{{ nombre }}`,
}

describe('a template stays within its budget with', () => {
  const values = {
    nombre: 'Ana María',
    alta: 1_800_000_000,
    wishes: 'mesa,silla,lámpara',
    orders: 'silla',
    events: '2027-05-03 18:00,2027-05-10 19:30',
    skus: Array.from({ length: 300 }, (_, index) => `sku${index}`).join(),
  }

  test.each(Object.keys(usual))('%s', (name) => {
    const source = usual[name] ?? ''
    expect(compileMerge(source, 'html').render(values).length).toBeGreaterThan(3)
    tryTemplate(source, 'html', 'html')
  })
})

test('a subject and the address of a link have a smaller budget', () => {
  const source = '{% for i in (1..2000) %}{{ i }}{% endfor %}'
  expect(compileMerge(source, 'text').render({})).toMatch(/^123/)
  for (const kind of ['header', 'link'] as const) {
    expect(() => compileMerge(source, kind).render({})).toThrow(
      expect.objectContaining({ code: 'template_too_slow' }),
    )
  }
})

test('tags that take long to parse are refused: very long, or nested very deeply', () => {
  const long = `{{ a${' | plus: 1'.repeat(30_000)} }}`
  expect(() => compileMerge(long, 'html')).toThrow(
    expect.objectContaining({ code: 'body_too_large' }),
  )
  const deep = `\n${'{% if a %}'.repeat(101)}${'{% endif %}'.repeat(101)}`
  expect(() => compileMerge(deep, 'html')).toThrow(
    expect.objectContaining({
      code: 'merge_tag_broken',
      details: { values: { place: 'html', line: 2, message: '{% if a %}' } },
    }),
  )
})

test('a template that is slow for a usual value is refused before it meets one', () => {
  const nested = '{% for i in (1..plazas) %}'
  const source = `Hola\n${nested.repeat(3)}x${'{% endfor %}'.repeat(3)}`
  expect(() => tryTemplate(source, 'html', 'html')).toThrow(
    expect.objectContaining({
      code: 'template_too_slow',
      details: { values: expect.objectContaining({ place: 'html', line: 2 }) },
    }),
  )
  // A value may break a tag. That is no fault of the template.
  expect(
    tryTemplate('{{ a | url_decode }}{% assign b = a | divided_by: 0 %}', 'text', 'text'),
  ).toBe(undefined)
})
