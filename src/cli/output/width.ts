// The library that cli-table3 uses. Another one would misalign its columns.
import stringWidth from 'string-width'

/** Returns the number of terminal cells. Color codes take none, wide characters two. */
export const displayWidth = (text: string): number => stringWidth(text)

/** Cuts a text to `width` cells. A cut text ends in `ellipsis`. */
export function cut(text: string, width: number, ellipsis: string): string {
  if (displayWidth(text) <= width) return text
  return takeCells(text, width - displayWidth(ellipsis)) + ellipsis
}

/** Wraps a text to lines of `width` cells, at spaces if possible. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = []
  let remaining = text
  while (displayWidth(remaining) > width) {
    const fitting = takeCells(remaining, width) || firstGrapheme(remaining)
    const space = remaining[fitting.length] === ' ' ? fitting.length : fitting.lastIndexOf(' ')
    const line = space > 0 ? remaining.slice(0, space) : fitting
    lines.push(line)
    remaining = remaining.slice(line.length).trimStart()
  }
  return [...lines, remaining]
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

/** Created for the first text that must be cut, because it takes longer than drawing the table. */
function splitGraphemes(text: string): Iterable<Intl.SegmentData> {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  return segmenter.segment(text)
}
