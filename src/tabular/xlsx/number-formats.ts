/** What a number with this format represents; undefined for a plain number. */
export type TimeKind = 'date' | 'time' | 'elapsed'

/**
 * Built-in formats, which have an id instead of a code (ECMA-376, 18.8.30, including East Asian
 * formats).
 */
const builtIn: readonly (readonly [first: number, last: number, kind: TimeKind])[] = [
  [14, 17, 'date'],
  [18, 21, 'time'],
  [22, 22, 'date'],
  [27, 36, 'date'],
  [45, 45, 'time'],
  [46, 46, 'elapsed'],
  [47, 47, 'time'],
  [50, 58, 'date'],
]

export const builtInKind = (id: number): TimeKind | undefined =>
  builtIn.find(([first, last]) => id >= first && id <= last)?.[2]

/** Quoted text, escaped characters, and colors, currencies and locales in brackets. */
const literal = /"[^"]*"?|\\.|[_*].|\[(?!(?:h+|m+|s+)\])[^[\]]*\]/gi

/** Decides by the letters of the first section, which is for positive numbers. */
export function kindOfFormat(code: string): TimeKind | undefined {
  const [section = ''] = code.replace(literal, '').split(';')
  if (/^general$/i.test(section.trim())) return undefined
  if (/\[/.test(section)) return 'elapsed'
  if (/[yd]/i.test(section)) return 'date'
  if (/[hs]/i.test(section)) return 'time'
  return /m/i.test(section) ? 'date' : undefined
}
