/** The words of times in English and Spanish, without accents. */

const indexed = (names: readonly (readonly string[])[], first: number): Map<string, number> =>
  new Map(names.flatMap((same, index) => same.map((name) => [name, index + first] as const)))

/** Months from 1. */
export const months = indexed(
  [
    ['january', 'jan', 'enero', 'ene'],
    ['february', 'feb', 'febrero'],
    ['march', 'mar', 'marzo'],
    ['april', 'apr', 'abril', 'abr'],
    ['may', 'mayo'],
    ['june', 'jun', 'junio'],
    ['july', 'jul', 'julio'],
    ['august', 'aug', 'agosto', 'ago'],
    ['september', 'sep', 'sept', 'septiembre', 'setiembre'],
    ['october', 'oct', 'octubre'],
    ['november', 'nov', 'noviembre'],
    ['december', 'dec', 'diciembre', 'dic'],
  ],
  1,
)

/** Days of the week from Sunday, 0, as in Date. `mar` is a month here. */
export const weekdays = indexed(
  [
    ['sunday', 'sun', 'domingo', 'dom'],
    ['monday', 'mon', 'lunes', 'lun'],
    ['tuesday', 'tue', 'tues', 'martes'],
    ['wednesday', 'wed', 'miercoles', 'mie'],
    ['thursday', 'thu', 'thur', 'thurs', 'jueves', 'jue'],
    ['friday', 'fri', 'viernes', 'vie'],
    ['saturday', 'sat', 'sabado', 'sab'],
  ],
  0,
)

export const numbers = indexed(
  [
    ['one', 'a', 'an', 'un', 'una', 'uno'],
    ['two', 'dos'],
    ['three', 'tres'],
    ['four', 'cuatro'],
    ['five', 'cinco'],
    ['six', 'seis'],
    ['seven', 'siete'],
    ['eight', 'ocho'],
    ['nine', 'nueve'],
    ['ten', 'diez'],
    ['eleven', 'once'],
    ['twelve', 'doce'],
  ],
  1,
)

/** Days by their distance from today. */
export const nearDays = new Map([
  ['the day before yesterday', -2],
  ['day before yesterday', -2],
  ['anteayer', -2],
  ['antes de ayer', -2],
  ['yesterday', -1],
  ['ayer', -1],
  ['today', 0],
  ['hoy', 0],
  ['tomorrow', 1],
  ['manana', 1],
  ['the day after tomorrow', 2],
  ['day after tomorrow', 2],
  ['pasado manana', 2],
])

export type DayPart = 'night' | 'morning' | 'noon' | 'afternoon' | 'evening'

/** Parts of a day after an hour. */
export const dayParts = new Map<string, DayPart>([
  ['de la madrugada', 'night'],
  ['de la manana', 'morning'],
  ['in the morning', 'morning'],
  ['del mediodia', 'noon'],
  ['de la tarde', 'afternoon'],
  ['in the afternoon', 'afternoon'],
  ['in the evening', 'evening'],
  ['de la noche', 'evening'],
  ['at night', 'evening'],
])

/** Parts of today. */
export const todayParts = new Map<string, DayPart>([
  ['this morning', 'morning'],
  ['esta manana', 'morning'],
  ['this afternoon', 'afternoon'],
  ['esta tarde', 'afternoon'],
  ['this evening', 'evening'],
  ['tonight', 'evening'],
  ['esta noche', 'evening'],
])

/** Parts of any day, after its name: `monday morning`. */
export const partsOfDay = new Map<string, DayPart>([
  ['morning', 'morning'],
  ['por la manana', 'morning'],
  ['afternoon', 'afternoon'],
  ['por la tarde', 'afternoon'],
  ['evening', 'evening'],
  ['night', 'evening'],
  ['por la noche', 'evening'],
])

/** Returns the number of figures or a word. */
export const readNumber = (text: string): number | undefined =>
  /^\d{1,6}$/.test(text) ? Number(text) : numbers.get(text)

/** An alternation of all names, the longest first. */
export const anyOf = (names: Iterable<string>): string =>
  [...names].sort((a, b) => b.length - a.length).join('|')

/** Lower case without accents, commas and the dots of abbreviations: `9 a. m.` becomes `9 am`. */
export const foldTime = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/\b([ap])\. ?m\b\.?/g, '$1m')
    .replace(/(\p{L})\.(?= |$)/gu, '$1')
    .replace(/,/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
