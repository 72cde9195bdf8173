const separators = ',;|\n'

/**
 * Several values in one cell: `a, b`, `a; b`, `a|b`. One that holds a separator stands in quotes, as a
 * cell of a CSV does: `"M, de mediana", L`.
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
 * The values of a list, each as `choose` knows it. What is none of such may be a single one that has a
 * comma in it, as people write it: without quotes. Undefined for what `choose` does not know.
 */
export function chooseListed(
  text: string,
  choose: (value: string) => string | undefined,
): string[] | undefined {
  const chosen = splitList(text).map(choose)
  const known = chosen.filter((value) => value !== undefined)
  if (known.length === chosen.length && known.length > 0) return [...new Set(known)]
  const whole = choose(text)
  return whole === undefined ? undefined : [whole]
}

/** `splitList` reads it back to the same. */
export const joinList = (values: readonly string[]): string =>
  values.map((value) => (isPlain(value) ? value : `"${value.replaceAll('"', '""')}"`)).join(', ')

const isPlain = (value: string): boolean => value.trim() === value && !/[",;|\n]/.test(value)

/** A value, and where its separator or the end of the text is. */
interface Value {
  value: string
  end: number
}

function plainAt(text: string, start: number): Value {
  let end = start
  while (end < text.length && !isSeparator(text, end)) end++
  return { value: text.slice(start, end).trim(), end }
}

/** Undefined for a quotation mark that is none, as of `12" TV`. */
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
  let at = start
  while (text[at] === ' ') at++
  return at
}

const isSeparator = (text: string, at: number): boolean => separators.includes(text.charAt(at))
