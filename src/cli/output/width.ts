import stringWidth from 'fast-string-width'

/** Returns the number of terminal cells. Color codes and links take none, wide characters two. */
export const displayWidth = (text: string): number => stringWidth(text)

/** Cuts a text to `width` cells. A cut text ends in `ellipsis`. */
export function cut(text: string, width: number, ellipsis: string): string {
  if (displayWidth(text) <= width) return text
  return takeCells(text, width - displayWidth(ellipsis)) + ellipsis
}

/** Wraps a text to lines of `width` cells, at spaces if possible. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = []
  let remaining = joinCode(text, width)
  while (displayWidth(remaining) > width) {
    const fitting = takeCells(remaining, width) || firstGrapheme(remaining)
    const space = remaining[fitting.length] === ' ' ? fitting.length : fitting.lastIndexOf(' ')
    const line = space > 0 ? remaining.slice(0, space) : fitting
    lines.push(line)
    remaining = remaining.slice(line.length).trimStart()
  }
  return [...lines, remaining].map(withSpaces)
}

const joinedSpace = '\u00a0'
const joined = (text: string): string => text.replaceAll(' ', joinedSpace)
const withSpaces = (text: string): string => text.replaceAll(joinedSpace, ' ')

/** Joins the words of code in a sentence, which is copied as a whole, if it fits on a line. */
const joinCode = (text: string, width: number): string =>
  text.replace(/`[^`]+`/g, (code) => (displayWidth(code) <= width ? joined(code) : code))

/** A command of ours, or a quoted part of it, is copied as a whole. */
const command = /\bremite(?: (?:"[^"]*"|'[^']*'|[^\s"']+))+/g

/** Wraps a text for people at words. Keeps its lines, their indentation, and words that are too long. */
export const wrapSentences = (text: string, width: number): string =>
  text
    .split('\n')
    .map((line) => (displayWidth(line) <= width ? line : wrapSentence(line, width)))
    .join('\n')

function wrapSentence(line: string, width: number): string {
  const [indent = ''] = /^ */.exec(line) ?? []
  const available = width - indent.length
  const sentence = joinCode(line.trimStart(), available).replace(command, joined)
  return wrapWords(sentence, available)
    .map((each) => indent + withSpaces(each))
    .join('\n')
}

/** Wraps a text at spaces only, so that a long address can be copied. */
export function wrapWords(text: string, width: number): string[] {
  const lines = ['']
  for (const word of text.split(' ')) {
    const last = lines.at(-1) ?? ''
    const longer = last === '' ? word : `${last} ${word}`
    if (last === '' || displayWidth(longer) <= width) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

/** Whether a word, such as an address, is longer than a line. Scripts without spaces break anywhere. */
export const hasLongWord = (text: string, width: number): boolean =>
  text.split(' ').some((word) => displayWidth(word) > width && displayWidth(word) === word.length)

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
