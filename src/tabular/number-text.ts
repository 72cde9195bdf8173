const inFull = new Intl.NumberFormat('en', {
  useGrouping: false,
  maximumSignificantDigits: 17,
  notation: 'standard',
})

/** One to three digits, a point and three digits, which could also be thousands. */
const isDoubtful = /^-?[1-9]\d{0,2}\.\d{3}$/

/** Writes a number without exponent and ambiguity, so that `parseNumber` reads the same number. */
export function numberText(number: number): string {
  const shortest = String(number)
  const text = shortest.includes('e') ? inFull.format(number) : shortest
  return isDoubtful.test(text) ? `${text}0` : text
}

/** Whether a spreadsheet can store the number exactly. Otherwise it is written as text. */
export const fitsSpreadsheet = (number: number): boolean =>
  Number(number.toPrecision(15)) === number
