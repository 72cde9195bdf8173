// What cli-table3 measures with: a second opinion would leave its columns crooked.
import stringWidth from 'string-width'

/** How many cells of a terminal the text takes. Colour codes take none, wide characters two. */
export const displayWidth = (text: string): number => stringWidth(text)

/** The text in at most `width` cells, ending in `ellipsis` when something was left out. */
export function cut(text: string, width: number, ellipsis: string): string {
  if (displayWidth(text) <= width) return text
  return takeCells(text, width - displayWidth(ellipsis)) + ellipsis
}

/** The text in lines of at most `width` cells, broken at spaces where there are any. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = []
  let rest = text
  while (displayWidth(rest) > width) {
    const most = takeCells(rest, width) || firstGrapheme(rest)
    const space = rest[most.length] === ' ' ? most.length : most.lastIndexOf(' ')
    const line = space > 0 ? rest.slice(0, space) : most
    lines.push(line)
    rest = rest.slice(line.length).trimStart()
  }
  return [...lines, rest]
}

export const padEnd = (text: string, width: number): string =>
  text + ' '.repeat(Math.max(0, width - displayWidth(text)))

export const padStart = (text: string, width: number): string =>
  ' '.repeat(Math.max(0, width - displayWidth(text))) + text

function takeCells(text: string, width: number): string {
  let taken = ''
  let used = 0
  for (const { segment } of splitGraphemes(text)) {
    used += displayWidth(segment)
    if (used > width) break
    taken += segment
  }
  return taken
}

function firstGrapheme(text: string): string {
  for (const { segment } of splitGraphemes(text)) return segment
  return ''
}

let segmenter: Intl.Segmenter | undefined

/** Made at the first text too long for its place: it takes longer than to draw the table. */
function splitGraphemes(text: string): Iterable<Intl.SegmentData> {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  return segmenter.segment(text)
}
