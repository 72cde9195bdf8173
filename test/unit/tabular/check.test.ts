import { expect, test } from 'vitest'
import { rejectReasons } from '../../../src/messages/en/tabular.ts'
import { createRowCheck } from '../../../src/tabular/check.ts'
import { mapColumns } from '../../../src/tabular/mapping.ts'

const fields = [
  { id: 1, name: 'Ciudad', type: 'text' },
  { id: 2, name: 'Puntos', type: 'number' },
  { id: 3, name: 'Alta', type: 'date' },
  { id: 4, name: 'Socio', type: 'boolean' },
  { id: 5, name: 'Web', type: 'url' },
  { id: 6, name: 'Talla', type: 'dropdown', options: ['S', 'M', 'Única'] },
  { id: 7, name: 'Gustos', type: 'multi', options: ['Té', 'Café, solo', 'Pan'] },
]

function check(cells: Record<string, string>) {
  const row = { line: 5, cells: Object.values(cells), flaw: undefined }
  return createRowCheck(mapColumns(Object.keys(cells), { fields }))(row)
}

const withField = (name: string, text: string) => check({ Email: 'ana@example.org', [name]: text })

test('a row becomes a contact in the format of the API', () => {
  const checked = check({
    Apellidos: ' García López ',
    Email: ' Ana@EXAMPLE.org',
    Nombre: 'Ana',
    Tags: 'vip; madrid|vip',
    Ciudad: 'Alcalá\nde Henares',
    Puntos: '1.234,56',
    Alta: '31/12/2026',
    Socio: 'Sí',
    Web: 'https://example.org/a',
    Talla: 'unica',
    Gustos: 'pan, té',
  })
  expect(checked).toEqual({
    key: 'ana@example.org',
    contact: {
      email: 'Ana@example.org',
      nombre: 'Ana García López',
      tags: ['vip', 'madrid'],
      customFields: {
        1: 'Alcalá\nde Henares',
        2: 1234.56,
        3: 1798675200,
        4: true,
        5: 'https://example.org/a',
        6: 'Única',
        7: ['Pan', 'Té'],
      },
    },
  })
})

test('an empty cell omits the field', () => {
  const checked = check({
    Email: 'ana@example.org',
    Nombre: '',
    Apellidos: ' ',
    Tags: '',
    Ciudad: '',
  })
  expect(checked.contact).toEqual({ email: 'ana@example.org' })
})

test('a surname without a first name becomes the name', () => {
  expect(check({ Email: 'ana@example.org', Apellidos: 'Ruiz' }).contact?.nombre).toBe('Ruiz')
})

test.each([
  ['Email', '', 'required', 'email'],
  ['Email', 'ana@', 'bad_email', 'email'],
  ['Email', 'a\u0000@example.org', 'nul_character', 'email'],
  ['Nombre', 'An\u0007a', 'control_character', 'nombre'],
  ['Nombre', 'An\u0085a', 'control_character', 'nombre'],
  ['Nombre', 'Mar\ufffda', 'damaged_text', 'nombre'],
  ['Nombre', 'Mar\ud800a', 'damaged_text', 'nombre'],
  ['Nombre', 'Ana\nBcc: x@example.org', 'header_break', 'nombre'],
  ['Apellidos', 'x'.repeat(256), 'too_long', 'nombre'],
  ['Ciudad', 'a\u001bb', 'control_character', 'customFields.1'],
  ['Puntos', 'doce', 'bad_number', 'customFields.2'],
  ['Alta', '31/02/2026', 'bad_date', 'customFields.3'],
  ['Socio', 'quizá', 'not_a_choice', 'customFields.4'],
  ['Web', 'javascript:alert(1)', 'bad_url', 'customFields.5'],
  ['Talla', 'XXL', 'not_a_choice', 'customFields.6'],
  ['Gustos', 'Té, Vino', 'not_a_choice', 'customFields.7'],
])('a %s of %j is refused as %s', (column, text, code, field) => {
  const checked = column === 'Email' ? check({ Email: text }) : withField(column, text)
  expect(checked.reject).toMatchObject({ line: 5, code, field })
  const sentence = rejectReasons[code as keyof typeof rejectReasons]
  for (const [, name] of sentence.matchAll(/\{(\w+)\}/g)) {
    expect(checked.reject?.values).toHaveProperty(String(name))
  }
})

test('a problem found by the reader rejects the row', () => {
  const flaw = { field: 'row', code: 'too_few', values: { cells: 1, columns: 2 } } as const
  const checked = createRowCheck(mapColumns(['Email']))({ line: 9, cells: ['x'], flaw })
  expect(checked.reject).toEqual({ line: 9, ...flaw })
})

test('a long value is truncated in the message', () => {
  expect(String(check({ Email: 'x'.repeat(500) }).reject?.values?.value)).toHaveLength(61)
})
