/** The limits of a sheet in Excel. */
export const maxColumns = 16_384
export const maxRows = 1_048_576

const letters = 26
const beforeA = 64

/** Converts 0 to `A`, 26 to `AA`. */
export function columnName(index: number): string {
  const first = Math.floor(index / letters)
  const last = String.fromCharCode(beforeA + 1 + (index % letters))
  return first === 0 ? last : columnName(first - 1) + last
}

/** Converts `AA7` to 26. Returns -1 if the address does not start with a capital letter. */
export function columnIndex(address: string): number {
  let index = 0
  for (let offset = 0; offset < address.length; offset++) {
    const letter = address.charCodeAt(offset) - beforeA
    if (letter < 1 || letter > letters) break
    index = index * letters + letter
  }
  return index - 1
}
