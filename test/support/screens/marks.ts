import type { IBuffer, IBufferCell } from '@xterm/headless'

/** A piece of a line in one style, such as bold and green. */
interface Piece {
  style: string
  text: string
}

/** The names of the colors that remite uses, by their number in the terminal. */
const colors = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white', 'gray']

function styleOf(cell: IBufferCell): string {
  return [
    cell.isBold() ? 'bold' : '',
    cell.isDim() ? 'dim' : '',
    cell.isItalic() ? 'italic' : '',
    cell.isUnderline() ? 'underlined' : '',
    cell.isInverse() ? 'inverse' : '',
    cell.isFgPalette() ? (colors[cell.getFgColor()] ?? `color ${cell.getFgColor()}`) : '',
  ]
    .filter((word) => word !== '')
    .join(' ')
}

/** Returns the styled pieces of a line, from left to right. */
function piecesOf(buffer: IBuffer, row: number): Piece[] {
  const line = buffer.getLine(row)
  const pieces: Piece[] = []
  for (let column = 0; line && column < line.length; column++) {
    const cell = line.getCell(column)
    if (!cell) continue
    const style = styleOf(cell)
    const last = pieces.at(-1)
    if (last?.style === style) last.text += cell.getChars() || ' '
    else pieces.push({ style, text: cell.getChars() || ' ' })
  }
  return pieces.filter(({ style, text }) => style !== '' && text.trim() !== '')
}

/** At most this many examples of a style, because a table repeats its states. */
const maxExamples = 8

/** Lists what is bold or colored on the screen, a line for each style. */
export function describeStyles(buffer: IBuffer): string[] {
  const examples = new Map<string, Set<string>>()
  for (let row = 0; row < buffer.length; row++) {
    for (const { style, text } of piecesOf(buffer, row)) {
      const known = examples.get(style) ?? new Set()
      examples.set(style, known.add(text.trim()))
    }
  }
  return [...examples].map(([style, texts]) => {
    const shown = [...texts].slice(0, maxExamples).join(' | ')
    return `~ ${style}: ${shown}${texts.size > maxExamples ? ' | …' : ''}`
  })
}
