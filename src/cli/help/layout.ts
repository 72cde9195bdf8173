/** Wider lines are hard to read, however wide the terminal is. */
const [usual, widest] = [80, 100]
/** Pages of these widths are drawn when the program is built. */
export const drawnWidths = [usual, widest]
const narrowest = 40
const indent = '  '
const gap = '  '

/** A term longer than this has its sentence below it. */
const longestTerm = 26

export const widthFor = (columns = usual): number =>
  drawnWidths.findLast((width) => width <= columns) ?? Math.max(narrowest, columns)

export const section = (title: string, lines: readonly string[]): string[] =>
  lines.length > 0 ? ['', title, ...lines] : []

export const indented = (line: string): string => indent + line

/** Text in lines, broken at spaces. */
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

/** Terms, and their sentences in a column beside them; several tables below each other share it. */
export function items(rows: readonly Item[], width: number, shared = rows): string[] {
  const lengths = shared.map(([term]) => term.length).filter((length) => length <= longestTerm)
  const margin = ' '.repeat(indent.length + Math.max(0, ...lengths) + gap.length)
  return rows.flatMap(([term, sentence]) => {
    const [first = '', ...others] = paragraph(sentence, width, margin)
    const start = indent + term
    return start.length + gap.length > margin.length
      ? [start, first, ...others]
      : [start + first.slice(start.length), ...others]
  })
}
