import { filters } from 'liquidjs'
import { describe, expect, test } from 'vitest'
import { compileMerge } from '../../../../src/service/mail/merge.ts'

/** Every filter that a template may use, with what it makes of an input. */
const offered: [expression: string, output: string][] = [
  ['x | default: "amigo"', 'Ana  López'],
  ['x | json', '"Ana  López"'],
  ['x | jsonify', '"Ana  López"'],
  ['x | size', '10'],
  ['l | split: "," | first', 'b'],
  ['l | split: "," | last', 'a'],
  ['l | split: "," | reverse | join: "-"', 'a-c-b'],
  ['l | split: "," | sort | join: "-"', 'a-b-c'],
  ['l | split: "," | sort_natural | join: "-"', 'a-b-c'],
  ['l | split: "," | compact | uniq | join: "-"', 'b-c-a'],
  ['l | split: "," | pop | join: "-"', 'b-c'],
  ['l | split: "," | shift | join: "-"', 'c-a'],
  ['l | split: "," | slice: 1, 2 | join: "-"', 'c-a'],
  ['l | split: "," | array_to_sentence_string: "y"', 'b, c, y a'],
  ['"1,2,3" | split: "," | sum', '6'],
  ['x | append: "!"', 'Ana  López!'],
  ['x | prepend: "¡"', '¡Ana  López'],
  ['x | upcase', 'ANA  LÓPEZ'],
  ['x | downcase', 'ana  lópez'],
  ['"ana" | capitalize', 'Ana'],
  ['" a " | strip', 'a'],
  ['" a" | lstrip', 'a'],
  ['"a " | rstrip', 'a'],
  ['n | strip_newlines', 'ab'],
  ['"<b>a</b>" | strip_html', 'a'],
  ['x | squish', 'Ana López'],
  ['x | normalize_whitespace', 'Ana López'],
  ['x | truncate: 6', 'Ana...'],
  ['x | truncatewords: 1', 'Ana...'],
  ['x | number_of_words', '2'],
  ['n | newline_to_br', 'a<br />\nb'],
  ['"a & b" | escape', 'a &amp; b'],
  ['"a &amp; b" | escape_once', 'a &amp; b'],
  ['"a & b" | xml_escape', 'a &amp; b'],
  ['"a" | base64_encode', 'YQ=='],
  ['"YQ==" | base64_decode', 'a'],
  ['"a" | sha256 | truncate: 6, ""', 'ca9781'],
  ['"a" | hmac_sha256: "k" | size', '64'],
  ['-2 | abs', '2'],
  ['2 | at_least: 5', '5'],
  ['2 | at_most: 1', '1'],
  ['1.2 | ceil', '2'],
  ['1.8 | floor', '1'],
  ['6 | divided_by: 4', '1.5'],
  ['6 | minus: 4', '2'],
  ['6 | modulo: 4', '2'],
  ['6 | plus: 4', '10'],
  ['1.25 | round: 1', '1.3'],
  ['6 | times: 4', '24'],
  ['"12" | to_integer', '12'],
  ['x | replace: "a", "o"', 'Ano  López'],
  ['"a-a" | replace_first: "a", "b"', 'b-a'],
  ['"a-a" | replace_last: "a", "b"', 'a-b'],
  ['"a-a" | remove: "a"', '-'],
  ['"a-a" | remove_first: "a"', '-a'],
  ['"a-a" | remove_last: "a"', 'a-'],
  ['x | url_encode', 'Ana++L%C3%B3pez'],
  ['"a+b" | url_decode', 'a b'],
  ['x | cgi_escape', 'Ana++L%C3%B3pez'],
  ['x | uri_escape', 'Ana%20%20L%C3%B3pez'],
  ['x | slugify', 'ana-lópez'],
  ['0 | date: "%Y-%m-%d"', '1970-01-01'],
  ['0 | date_to_string', '01 Jan 1970'],
  ['0 | date_to_long_string', '01 January 1970'],
  ['0 | date_to_rfc822', 'Thu, 01 Jan 1970 00:00:00 +0000'],
  ['0 | date_to_xmlschema', '1970-01-01T00:00:00+00:00'],
]

const values = { x: 'Ana  López', l: 'b,c,a', n: 'a\nb' }

test.each(offered)('{{ %s }} is %s', (expression, output) => {
  expect(compileMerge(`{{ ${expression} }}`, 'text').render(values)).toBe(output)
})

/** The filters that a template may not use. */
const refused =
  `concat push unshift map where where_exp reject reject_exp group_by group_by_exp has has_exp find
  find_exp find_index find_index_exp sample inspect raw`.split(/\s+/)

describe('a filter whose work grows faster than its input is refused', () => {
  test.each(refused)('%s', (filter) => {
    const source = `Hola\n{{ x | split: "," | ${filter}: "a", "b" }}`
    expect(() => compileMerge(source, 'html', 'html')).toThrow(
      expect.objectContaining({
        code: 'filter_refused',
        details: { values: expect.objectContaining({ place: 'html', line: 2, filter }) },
      }),
    )
  })

  test('also in a tag and in the middle of others', () => {
    const source = '{% assign a = x | upcase | push: "b" | size %}'
    expect(() => compileMerge(source, 'text')).toThrow(
      expect.objectContaining({ code: 'filter_refused' }),
    )
  })
})

test('every filter of the library is either offered or refused', () => {
  const names = offered.flatMap(([expression]) =>
    [...expression.matchAll(/\| (\w+)/g)].map(([, name]) => name),
  )
  const known = new Set([...names, ...refused])
  expect(Object.keys(filters).filter((name) => !known.has(name))).toEqual([])
})
