/** The maximum width: longer lines are hard to read on any terminal. */
const [defaultWidth, maxWidth] = [80, 100]
/** The build renders the help pages for these widths. */
export const prerenderedWidths = [defaultWidth, maxWidth]
const minWidth = 40
const indent = '  '
const gap = '  '

/** The sentence of a longer term starts on the next line. */
const maxTermLength = 26

export const widthFor = (columns = defaultWidth): number =>
  prerenderedWidths.findLast((width) => width <= columns) ?? Math.max(minWidth, columns)

export const section = (title: string, lines: readonly string[]): string[] =>
  lines.length > 0 ? ['', title, ...lines] : []

export const indented = (line: string): string => indent + line

/** Wraps text at spaces. */
export function paragraph(text: string, width: number, margin = indent): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && margin.length + line.length + 1 + word.length > width) {
      lines.push(margin + line)
      line = word
    } else {
      line = line === '' ? word : `${line} ${word}`
    }
  }
  return [...lines, margin + line]
}

export type Item = readonly [term: string, sentence: string]

/**
 * Formats terms with their sentences in a second column. Tables below each other can share its
 * position.
 */
export function items(rows: readonly Item[], width: number, shared = rows): string[] {
  const lengths = shared.map(([term]) => term.length).filter((length) => length <= maxTermLength)
  const margin = ' '.repeat(indent.length + Math.max(0, ...lengths) + gap.length)
  return rows.flatMap(([term, sentence]) => {
    const [first = '', ...others] = paragraph(sentence, width, margin)
    const start = indent + term
    return start.length + gap.length > margin.length
      ? [start, first, ...others]
      : [start + first.slice(start.length), ...others]
  })
}
