import { writeFileSync } from 'node:fs'
import { dayMs } from '../../core/time.ts'

const names = [
  'Lucía',
  'José',
  'Begoña',
  'Íñigo',
  'Nuria',
  'Andrés',
  'Zoë',
  'Joaquín',
  'Mª Ángeles',
]
const surnames = ['García', 'Muñoz', 'Peña', 'Güell', 'Ibáñez', 'Núñez', 'Sáez', 'López']
const cities = ['Málaga', 'A Coruña', 'Cádiz', 'León', 'Ávila', 'Castelló']

/** Rows that an import must reject, each for a different reason. */
const badRows: readonly ((row: number) => string)[] = [
  (row) => `Lucía;García;lucia.${row}.correo.example;León;01/02/2026`,
  () => 'Sin;Correo;;Málaga;01/02/2026',
  (row) => `José;Muñoz;jose.${row}@correo.example;Cádiz;31/02/2026`,
  (row) => `Nuria;Peña;nuria.${row}@correo.example;Ávila;ayer`,
  (row) => `Zoë;Güell;dos@${row}@correo.example;León;01/02/2026`,
  (row) => `Andrés;Sáez;andres.${row}@correo.example;León;01/02/2026;de;más`,
]

const badEvery = 271

/** The first date in the file: fixed, so that a row always yields the same contact. */
const epoch = Date.UTC(2024, 0, 1)

/**
 * A contact list as a Spanish Excel writes it: semicolons, Windows-1252, CRLF, accents, line breaks inside
 * quotes. `bad` of its rows cannot be imported.
 */
export function writeContactsFile(
  path: string,
  { good, bad }: { good: number; bad: number },
): void {
  const lines = ['Nombre;Apellidos;Correo electrónico;Ciudad;Alta']
  let left = bad
  for (let row = 1; row <= good; row++) {
    lines.push(goodRow(row))
    if (row % badEvery === 0 && left > 0) lines.push(badRow(left--))
  }
  while (left > 0) lines.push(badRow(left--))
  // Every letter above is the same byte in Latin-1 and Windows-1252.
  writeFileSync(path, Buffer.from(`${lines.join('\r\n')}\r\n`, 'latin1'), { mode: 0o600 })
}

const badRow = (row: number): string => pick(badRows, row)(row)

function goodRow(row: number): string {
  const city = pick(cities, row)
  const cityCell = row % 50 === 0 ? `"${city}\r\n(centro)"` : city
  const date = new Date(epoch + (row % 700) * dayMs)
  const [year, month, day] = date.toISOString().slice(0, 10).split('-')
  const cells = [pick(names, row), pick(surnames, row), `cliente.${row}@correo.example`, cityCell]
  return [...cells, `${day}/${month}/${year}`].join(';')
}

function pick<Item>(items: readonly Item[], row: number): Item {
  const item = items[row % items.length]
  if (item === undefined) throw new RangeError('an empty list')
  return item
}
