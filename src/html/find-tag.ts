/** Returns a text of the same length. `toLowerCase` makes some letters longer. */
export const lowerAscii = (text: string): string =>
  text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())

const afterName = new Set([' ', '\t', '\n', '\r', '\f', '/', '>'])

/** Returns the position of the next start tag with a name, in lower case; -1 if there is none. */
export function findTag(lower: string, name: string, from = 0): number {
  const opening = `<${name}`
  let at = lower.indexOf(opening, from)
  while (at !== -1 && !afterName.has(lower.charAt(at + opening.length))) {
    at = lower.indexOf(opening, at + 1)
  }
  return at
}

/** Returns the position after the tag that begins at a position. */
export function endOfTag(lower: string, at: number): number {
  const end = lower.indexOf('>', at)
  return end === -1 ? lower.length : end + 1
}

/** The text of the first title of a document. */
export function findTitle(html: string): { start: number; end: number } | undefined {
  const lower = lowerAscii(html)
  const at = findTag(lower, 'title')
  if (at === -1) return undefined
  const start = endOfTag(lower, at)
  const end = lower.indexOf('</title', start)
  return end === -1 ? undefined : { start, end }
}
