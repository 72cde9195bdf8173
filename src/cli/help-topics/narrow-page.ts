import { paragraph } from '../help/layout.ts'

/** The width that the lines of the pages are broken for. */
const writtenWidth = 80

interface Line {
  indent: string
  text: string
}

/** Breaks the lines of a page again for a narrower terminal. */
export function narrowPage(page: string, width: number): string {
  if (width >= writtenWidth) return page
  const lines = joined(page.split('\n').map(lineOf))
  return lines.flatMap(({ indent, text }) => broken(indent, text, width)).join('\n')
}

/** Whether a line can continue another one: below it, or below its second column. */
const isBelow = (above: Line, line: Line): boolean =>
  termOf(above.text) === undefined ? line.indent === above.indent : line.indent.length > maxIndent

/** A line with a wider margin is in a second column. */
const maxIndent = 8

const lineOf = (line: string): Line => ({
  indent: /^ */.exec(line)?.[0] ?? '',
  text: line.trim(),
})

/** Joins the lines of a sentence: a line that had no room for the first word of the next one. */
function joined(lines: readonly Line[]): Line[] {
  const all: Line[] = []
  let last: { line: Line; length: number } | undefined
  for (const line of lines) {
    const [word = ''] = line.text.split(' ')
    const length = line.indent.length + line.text.length
    const continues =
      last !== undefined &&
      word !== '' &&
      isBelow(last.line, line) &&
      termOf(line.text) === undefined &&
      last.length + 1 + word.length >= writtenWidth
    if (last && continues) last.line.text += ` ${line.text}`
    else all.push({ ...line })
    const current = all.at(-1)
    last = current && { line: current, length }
  }
  return all
}

/** A term and its sentence in a second column stand below each other. */
function broken(indent: string, text: string, width: number): string[] {
  if (indent.length > maxIndent) return paragraph(text, width, '      ')
  if (indent.length + text.length <= width) return [indent + text]
  const term = termOf(text)
  if (term === undefined) return paragraph(text, width, indent)
  const sentence = text.slice(term.length).trim()
  return [...paragraph(term, width, indent), ...paragraph(sentence, width, `${indent}    `)]
}

const termOf = (text: string): string | undefined => /^(\S.*?) {2,}\S/.exec(text)?.[1]
