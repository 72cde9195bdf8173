/** What remains around a missing value, and what replaces it, in this order. */
const repairs: readonly [pattern: RegExp, replacement: string][] = [
  [/\s+/g, ' '],
  [/\( ?\)|\[ ?\]|« ?»|“ ?”|" ?"/g, ''],
  [/ (?=[.,;:!?…)\]»”])/g, ''],
  [/([¡¿([«“])[ ,;:]+/g, '$1'],
  [/¡!|¿\?/g, ''],
  [/,(?=[,.;:!?…])/g, ''],
  [/ +/g, ' '],
  // Punctuation at the beginning, and `{{ nombre }}'s picks`.
  [/^[ .,;:!?…)\]»”–—|·-]+|^['’]s /, ''],
]

/**
 * Removes the traces of values that a public page does not have: `Hola , llega el otoño` becomes
 * `Hola, llega el otoño`. A line without merge tags has no such traces, and is returned as it is.
 */
export function closeGaps(source: string, rendered: string): string {
  if (!/\{[{%]/.test(source)) return rendered
  const line = withoutEnding(
    repairs.reduce((text, [pattern, to]) => text.replace(pattern, to), rendered.trim()),
  )
  const isCut = line !== '' && !rendered.trim().startsWith(line.charAt(0))
  return isCut ? line.charAt(0).toUpperCase() + line.slice(1) : startSentence(line)
}

/** What only stands before something else. */
const leading = new Set(' ,;:([«“¡¿–—|·-')

function withoutEnding(line: string): string {
  let end = line.length
  while (end > 0 && leading.has(line.charAt(end - 1))) end--
  return line.slice(0, end)
}

/** The first word after a removed name, in `¡{{ nombre }}, mira esto!`. */
const startSentence = (line: string): string =>
  line.replace(
    /^([¡¿]+)(\p{Ll})/u,
    (_, mark: string, letter: string) => mark + letter.toUpperCase(),
  )
