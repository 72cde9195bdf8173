import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

const names = ['Lucía', 'José', 'Begoña', 'Íñigo', 'Nuria', 'Andrés', 'Joaquín', 'Mª Ángeles']
const surnames = ['García', 'Muñoz', 'Peña', 'Ibáñez', 'Núñez', 'Sáez', 'López']
const cities = ['Málaga', 'A Coruña', '"León; casco viejo"', 'Ávila', '"Cádiz\r\n(centro)"']

/** One row in a hundred is invalid; the kinds of invalid address alternate. */
const badEvery = 100
const badAddresses = ['sin arroba', '', 'dos@veces@correo.example']

/** Writes a list as a shop would export it, in UTF-8. Returns the number of invalid rows. */
export async function writeContacts(path: string, rows: number): Promise<number> {
  await pipeline(Readable.from(linesOf(rows)), createWriteStream(path))
  return Math.floor(rows / badEvery)
}

function* linesOf(rows: number): Generator<string> {
  yield 'Nombre;Apellidos;Correo electrónico;Ciudad;Compras;Alta\r\n'
  for (let row = 1; row <= rows; row++) yield `${lineOf(row)}\r\n`
}

function lineOf(row: number): string {
  const isBad = row % badEvery === 0
  const email = isBad ? pick(badAddresses, row / badEvery) : `cliente.${row}@correo.example`
  const day = String((row % 28) + 1).padStart(2, '0')
  const month = String((row % 12) + 1).padStart(2, '0')
  const cells = [pick(names, row), pick(surnames, row), email, pick(cities, row)]
  return [...cells, row % 97, `${day}/${month}/2024`].join(';')
}

const pick = (items: readonly string[], row: number): string => items[row % items.length] ?? ''
