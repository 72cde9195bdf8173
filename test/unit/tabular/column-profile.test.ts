import { expect, test } from 'vitest'
import { createColumnProfiles, isNoStatus } from '../../../src/tabular/column-profile.ts'

function profileOf(name: string, values: readonly string[]) {
  const profiles = createColumnProfiles([{ index: 0, name }])
  for (const [index, text] of values.entries()) {
    profiles.read({ line: index + 2, cells: [text], flaw: undefined })
  }
  const profile = profiles.of(0)
  if (!profile) throw new Error('no profile')
  return profile
}

test.each([
  ['Ciudad', ['Soria', 'Vigo', ''], 'text'],
  ['Edad', ['31', '7', ''], 'number'],
  ['Gasto', ['12,50', '1.234,50', '-3'], 'number'],
  ['Gasto', ['12,50', '1.234'], 'text'],
  ['Alta', ['31/12/2026', '2026-01-02', '1/2/2026 9:30'], 'date'],
  ['Alta', ['12/31/2026'], 'text'],
  ['Socio', ['Sí', 'no', ''], 'boolean'],
  ['Talla', ['S', 'S'], 'text'],
  ['Visitas', ['1', '0'], 'number'],
  ['Web', ['https://a.example', 'http://b.example/x'], 'url'],
  ['Población', ['28001', '08001'], 'text'],
  ['Código postal', ['28001', '28002'], 'text'],
  ['Contacto', ['612345678', '913456789'], 'text'],
  ['Contacto', ['+34 612 34 56 78'], 'text'],
  ['Vacía', ['', ''], 'text'],
])('the column %s with %j is of the type %s', (name, values, type) => {
  expect(profileOf(name, values).type).toBe(type)
})

test('a column of statuses is told from another with its heading', () => {
  expect(isNoStatus(profileOf('Estado', ['Jalisco', 'Puebla', 'Puebla']))).toBe(true)
  expect(isNoStatus(profileOf('Estado', ['Activo', 'Inactivo', 'Inactivo']))).toBe(false)
  expect(isNoStatus(profileOf('Estado', [...Array(50).fill('cliente'), 'baja']))).toBe(false)
  expect(isNoStatus(profileOf('Estado', ['', '']))).toBe(false)
  expect(profileOf('Estado', ['Jalisco', 'Puebla', 'Puebla']).examples).toEqual([
    'Jalisco',
    'Puebla',
  ])
})
