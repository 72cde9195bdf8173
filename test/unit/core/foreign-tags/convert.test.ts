import { expect, test } from 'vitest'
import { convertForeignTags } from '../../../../src/core/foreign-tags/convert.ts'
import { builtInTags } from '../../../../src/core/foreign-tags/names.ts'

const known = [
  ...builtInTags,
  { key: 'apellidos', name: 'Apellidos' },
  { key: 'ciudad', name: 'Ciudad' },
]
const convert = (text: string) => convertForeignTags(text, known)

test.each([
  ['*|FNAME|* *|LNAME|*', '{{ nombre }} {{ apellidos }}'],
  ['*|UPPER:FNAME|*', '{{ nombre | upcase }}'],
  ['*|IF:CIUDAD=Lugo|*A*|END:IF|*', '{% if ciudad == "Lugo" %}A{% endif %}'],
  ['*|IFNOT:CIUDAD|*A*|END:IF|*', '{% if ciudad == blank %}A{% endif %}'],
  ['*|CURRENT_YEAR|*', '{{ "now" | date: "%Y" }}'],
  ['{{ contact.FIRSTNAME | default : "tú" }}', '{{ nombre | default: "tú" }}'],
  ['{{var:firstname:"tú"}}', '{{ nombre | default: "tú" }}'],
  ['[[data:ciudad:""]]', '{{ ciudad }}'],
  ['{{{unsubscribe}}}', '{{ unsubscribe_url }}'],
  ['{{#if first_name}}A{{else}}B{{/if}}', '{% if nombre != blank %}A{% else %}B{% endif %}'],
  ['[%first_name | tú%]', '{{ nombre | default: "tú" }}'],
  ['%FIRSTNAME% %%Last Name%%', '{{ nombre }} {{ apellidos }}'],
  ["{{ person.first_name|default:'tú' }}", "{{ nombre |default: 'tú' }}"],
  ["{% unsubscribe 'Baja' %}", '<a href="{{ unsubscribe_url }}">Baja</a>'],
  ['[firstname,fallback=tú]', '{{ nombre | default: "tú" }}'],
  ['{{ Nombre }} {{ CIUDAD }}', '{{ nombre }} {{ ciudad }}'],
])('%s becomes %s', (from, to) => {
  expect(convert(from)).toMatchObject({ text: to, left: [] })
})

test.each([
  'Hola {{ nombre | default: "amigo" }}, {% if ciudad %}{{ ciudad }}{% endif %}',
  '100% -50% 3 * |x| [nota] [[anexo]] {A} ##2 $$ -Ana-',
  'https://tienda.example/?q=%C3%ADNDICE%20',
  '{% assign first_name = nombre %}{{ nombre }}',
])('%s stays', (text) => {
  expect(convert(text)).toEqual({ text, translated: [], left: [] })
})

test('what has no exact equivalent stays and is named', () => {
  const { text, translated, left } = convert(
    '*|FNAME|* *|LIST:ADDRESS|* {{ contact.nmbre }} *|PHONE|*',
  )
  expect(text).toBe('{{ nombre }} *|LIST:ADDRESS|* {{ contact.nmbre }} *|PHONE|*')
  expect(translated).toEqual([{ from: '*|FNAME|*', to: '{{ nombre }}' }])
  expect(left).toEqual(['*|LIST:ADDRESS|*', '{{ contact.nmbre }}', '*|PHONE|*'])
})
