const inFull = new Intl.NumberFormat('en', {
  useGrouping: false,
  maximumSignificantDigits: 17,
  notation: 'standard',
})

/** One to three digits, a point, three digits: it could as well be thousands. */
const isDoubtful = /^-?[1-9]\d{0,2}\.\d{3}$/

/** A number as text that `parseNumber` reads back to the same, without exponents and doubt. */
export function numberText(number: number): string {
  const shortest = String(number)
  const text = shortest.includes('e') ? inFull.format(number) : shortest
  return isDoubtful.test(text) ? `${text}0` : text
}

/** What a spreadsheet keeps of a number; with more digits it stands there as text. */
export const fitsSpreadsheet = (number: number): boolean =>
  Number(number.toPrecision(15)) === number
