import { expect, test } from 'vitest'
import { Failure } from '../../../src/core/failure.ts'
import { tableUsage as english } from '../../../src/messages/en/tabular.ts'
import { fieldPath, mapColumns, parseOverride } from '../../../src/tabular/mapping.ts'

const fields = [
  { id: 7, name: 'Ciudad', key: 'city', type: 'text' },
  { id: 8, name: 'Fecha de alta', key: 'alta', type: 'date' },
]

const targetsOf = (header: string[], options = {}) =>
  Object.fromEntries(
    mapColumns(header, { fields, ...options }).columns.map(({ name, target }) => [
      name,
      fieldPath(target),
    ]),
  )

function failureOf(act: () => unknown): Failure {
  try {
    act()
  } catch (error) {
    if (error instanceof Failure) return error
    throw error
  }
  throw new Error('nothing failed')
}

test.each(['Correo', 'CORREO ELECTRÓNICO', 'E-mail', 'Email', 'Mail', 'e_mail'])(
  'a column %j contains the address',
  (name) => {
    expect(targetsOf([` ${name} `])).toEqual({ [name]: 'email' })
  },
)

test('names, tags and custom fields are mapped automatically, ignoring case and accents', () => {
  const header = ['correo', 'First name', 'Apellidos', 'Etiquetas', 'CITY', 'fecha de álta', 'Otra']
  expect(targetsOf(header)).toEqual({
    correo: 'email',
    'First name': 'nombre',
    Apellidos: 'nombre',
    Etiquetas: 'tags',
    CITY: 'customFields.7',
    'fecha de álta': 'customFields.8',
  })
  expect(mapColumns(header, { fields }).ignored).toEqual(['Otra'])
})

test('an override takes precedence over the heading', () => {
  const overrides = [
    ['E-mail trabajo', 'email'],
    ['nota', 'alta'],
    ['Zona', '7'],
  ]
  expect(targetsOf(['Email', 'E-mail trabajo', 'Nota', 'zona', 'Ciudad'], { overrides })).toEqual({
    'E-mail trabajo': 'email',
    Nota: 'customFields.8',
    zona: 'customFields.7',
  })
})

test.each([
  ['two_columns', ['Email', 'Correo'], []],
  ['two_columns', ['Email', 'Ciudad', 'city'], []],
  [
    'two_columns',
    ['a', 'b'],
    [
      ['a', 'email'],
      ['b', 'correo'],
    ],
  ],
  ['unknown_field', ['Email', 'x'], [['x', 'nada']]],
  [
    'column_twice',
    ['Email', 'x'],
    [
      ['x', 'nombre'],
      ['X', 'tags'],
    ],
  ],
  ['unknown_column', ['Email'], [['x', 'nombre']]],
] as const)(
  '%s: the columns %j with the overrides %j are a usage failure',
  (reason, header, overrides) => {
    const failure = failureOf(() => mapColumns(header, { fields, overrides }))
    expect(failure.code).toBe('usage')
    expect(failure.details.values?.reason).toBe(reason)
    expect(Object.keys(english)).toContain(reason)
  },
)

test('without an address column the failure lists the columns', () => {
  const failure = failureOf(() => mapColumns(['Nombre', 'Teléfono']))
  expect(failure).toMatchObject({
    code: 'no_email_column',
    details: { values: { columns: 'Nombre, Teléfono' } },
  })
})

test('a missing header is distinguished from a missing address column', () => {
  const failure = failureOf(() => mapColumns(['Ana', 'ana@example.org']))
  expect(failure.details.values).toMatchObject({ headerless: 1 })
})

test('the extra columns of a rejects file are ignored', () => {
  const line = { id: 9, name: 'Line', type: 'number' }
  const header = ['Email', 'line', 'error_code', 'error_message']
  expect(mapColumns(header, { fields: [line] })).toMatchObject({
    columns: [{ name: 'Email' }],
    ignored: [],
  })
  expect(mapColumns(['Email', 'line'], { fields: [line] }).columns).toHaveLength(2)
})

test('an override is written column=field', () => {
  expect(parseOverride('a=b=nombre')).toEqual(['a=b', 'nombre'])
  expect(failureOf(() => parseOverride('nombre')).code).toBe('usage')
})
