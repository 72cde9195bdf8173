const separators = ',;|\n'

/**
 * Splits a cell with several values: `a, b`, `a; b`, `a|b`. A value that contains a separator is in
 * quotes, as in CSV: `"M, de mediana", L`.
 */
export function splitList(text: string): string[] {
  const values: string[] = []
  for (let start = 0; start <= text.length; ) {
    const { value, end } = quotedAt(text, start) ?? plainAt(text, start)
    if (value !== '') values.push(value)
    start = end + 1
  }
  return values
}

/**
 * Matches each value of a list with `choose`. If that fails, the whole text may be one value with
 * an unquoted comma. Returns undefined if `choose` does not know it either.
 */
export function matchListed(
  text: string,
  choose: (value: string) => string | undefined,
): string[] | undefined {
  const chosen = splitList(text).map(choose)
  const known = chosen.filter((value) => value !== undefined)
  if (known.length === chosen.length && known.length > 0) return [...new Set(known)]
  const whole = choose(text)
  return whole === undefined ? undefined : [whole]
}

/** Joins values so that `splitList` returns the same ones. */
export const joinList = (values: readonly string[]): string =>
  values.map((value) => (isPlain(value) ? value : `"${value.replaceAll('"', '""')}"`)).join(', ')

const isPlain = (value: string): boolean => value.trim() === value && !/[",;|\n]/.test(value)

/** A value, and the offset of its separator or of the end of the text. */
interface Value {
  value: string
  end: number
}

function plainAt(text: string, start: number): Value {
  let end = start
  while (end < text.length && !isSeparator(text, end)) end++
  return { value: text.slice(start, end).trim(), end }
}

/** Returns undefined for a mark that is not a quote, as in `12" TV`. */
function quotedAt(text: string, start: number): Value | undefined {
  const open = pastSpaces(text, start)
  if (text[open] !== '"') return undefined
  const close = closingQuote(text, open + 1)
  if (close === -1) return undefined
  const end = pastSpaces(text, close + 1)
  if (end < text.length && !isSeparator(text, end)) return undefined
  return { value: text.slice(open + 1, close).replaceAll('""', '"'), end }
}

function closingQuote(text: string, start: number): number {
  let quote = text.indexOf('"', start)
  while (quote !== -1 && text[quote + 1] === '"') quote = text.indexOf('"', quote + 2)
  return quote
}

function pastSpaces(text: string, start: number): number {
  let offset = start
  while (text[offset] === ' ') offset++
  return offset
}

const isSeparator = (text: string, offset: number): boolean =>
  separators.includes(text.charAt(offset))
