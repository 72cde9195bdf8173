/** Without accents, and in lower case. */
const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()

/** The first code unit after the letters of Latin-1 and of Latin Extended-A, which need no context. */
const endOfLatin = 0x180
const foldedLatin = Array.from({ length: endOfLatin }, (_, code) => fold(String.fromCharCode(code)))

/**
 * Folds a name for searching: `jose` finds `José`. Letters of Latin scripts come from a table, because
 * folding a name as a whole takes eight times as long, and a batch has thousands.
 */
export function foldName(name: string): string {
  const lower = name.toLowerCase()
  let folded = ''
  let start = 0
  for (let index = 0; index < lower.length; index++) {
    const code = lower.charCodeAt(index)
    if (code < 0x80) continue
    if (code >= endOfLatin) return fold(name)
    folded += lower.slice(start, index) + foldedLatin[code]
    start = index + 1
  }
  return start === 0 ? lower : folded + lower.slice(start)
}

/** Normalizes a column or field name for comparison: without case, accents and punctuation. */
export const foldHeading = (text: string): string =>
  fold(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
