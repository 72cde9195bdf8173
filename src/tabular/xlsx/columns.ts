/** The most that a sheet of Excel takes. */
export const mostColumns = 16_384
export const mostRows = 1_048_576

const letters = 26
const beforeA = 64

/** 0 → `A`, 26 → `AA`. */
export function columnName(index: number): string {
  const first = Math.floor(index / letters)
  const last = String.fromCharCode(beforeA + 1 + (index % letters))
  return first === 0 ? last : columnName(first - 1) + last
}

/** `AA7` → 26; -1 when it does not begin with a capital letter. */
export function columnIndex(address: string): number {
  let index = 0
  for (let at = 0; at < address.length; at++) {
    const place = address.charCodeAt(at) - beforeA
    if (place < 1 || place > letters) break
    index = index * letters + place
  }
  return index - 1
}
