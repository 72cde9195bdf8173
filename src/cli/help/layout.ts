import { stripStyle, strong } from './style.ts'

/** The maximum width: longer lines are hard to read on any terminal. */
const [defaultWidth, maxWidth] = [80, 100]
/** The build renders the help pages for these widths. */
export const prerenderedWidths = [defaultWidth, maxWidth]
const minWidth = 30
const indent = '  '
const gap = '  '

/** The sentence of a longer term starts on the next line. */
export const maxTermLength = 26
/** With less room for sentences in a second column, they stand below their terms. */
const minSentenceWidth = 24

/** A terminal without a width, as some programs make one, is one of 80 columns. */
export const widthFor = (columns = defaultWidth): number => {
  const width = columns > 0 ? columns : defaultWidth
  return prerenderedWidths.findLast((each) => each <= width) ?? Math.max(minWidth, width)
}

export const section = (title: string, lines: readonly string[]): string[] =>
  lines.length > 0 ? ['', strong(title), ...lines] : []

/** Wraps text at spaces. The lines after the first one may have a wider margin. */
export function paragraph(
  text: string,
  width: number,
  margin = indent,
  hanging = margin,
): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const start = lines.length > 0 ? hanging : margin
    if (line !== '' && start.length + stripStyle(line).length + 1 + word.length > width) {
      lines.push(start + line)
      line = word
    } else {
      line = line === '' ? word : `${line} ${word}`
    }
  }
  return [...lines, (lines.length > 0 ? hanging : margin) + line]
}

export type Item = readonly [term: string, sentence: string]

/**
 * Formats terms with their sentences in a second column, or below them in a narrow terminal. Tables
 * below each other can share the position of the column.
 */
export function items(rows: readonly Item[], width: number, shared = rows): string[] {
  const lengths = shared.map(([term]) => term.length).filter((length) => length <= maxTermLength)
  const column = indent.length + Math.max(0, ...lengths) + gap.length
  const isNarrow = width - column < minSentenceWidth
  const margin = isNarrow ? indent.repeat(3) : ' '.repeat(column)
  return rows.flatMap(([term, sentence]) => {
    const [first = '', ...others] = paragraph(sentence, width, margin)
    const start = indent + term
    return isNarrow || start.length + gap.length > margin.length
      ? [...paragraph(term, width, indent, indent.repeat(2)), first, ...others]
      : [start + first.slice(start.length), ...others]
  })
}

/** Breaks a command at spaces outside quotes, so that it can still be copied to a shell. */
export function commandLines(command: string, width: number): string[] {
  const words = command.match(/(?:"[^"]*"|'[^']*'|\S)+/g) ?? []
  const prompt = `${indent}$`
  const lines: string[] = []
  let line = prompt
  for (let index = 0; index < words.length; index++) {
    let part = words[index] ?? ''
    const value = words[index + 1]
    // A flag and its value stay together.
    const isPair = part.startsWith('--') && value !== undefined && !value.startsWith('-')
    if (isPair && fits(continued, `${part} ${value}`)) {
      part = `${part} ${value}`
      index++
    }
    if (line !== prompt && !fits(line, part)) {
      lines.push(`${line} \\`)
      line = continued + part
    } else line += ` ${part}`
  }
  return [...lines, line]

  function fits(before: string, part: string): boolean {
    return before.length + 1 + part.length + gap.length <= width
  }
}

const continued = indent.repeat(3)
