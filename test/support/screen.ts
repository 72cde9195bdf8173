/** What a terminal shows of what was written to it. It knows the controls that we and our prompts use. */
export interface Screen {
  write(text: string): void
  /** Top to bottom, blanks at their ends left out. */
  lines(): string[]
  /** Something was written behind the last column, and went on in the next line. */
  hasWrapped(): boolean
}

const control = /\x1b\[([?\d;]*)([A-Za-z])|\x1b[^[]|[\x00-\x1f]|[^\x00-\x1f]/gu

export function createScreen(columns: number): Screen {
  const cells: string[][] = []
  let row = 0
  let column = 0
  let wrapped = false
  let rest = ''

  const rowAt = (at: number): string[] => {
    while (cells.length <= at) cells.push([])
    return cells[at] ?? []
  }

  function print(character: string): void {
    if (column >= columns) {
      wrapped = true
      row += 1
      column = 0
    }
    const line = rowAt(row)
    while (line.length < column) line.push(' ')
    line[column] = character
    column += 1
  }

  function obey(parameters: string, letter: string): void {
    const count = Number(parameters) || 1
    if (letter === 'A') row = Math.max(0, row - count)
    if (letter === 'B') row += count
    if (letter === 'C') column += count
    if (letter === 'D') column = Math.max(0, column - count)
    if (letter === 'G') column = count - 1
    if (letter === 'K') rowAt(row).splice(parameters === '2' ? 0 : column)
    if (letter === 'J') {
      rowAt(row).splice(column)
      cells.splice(row + 1)
    }
  }

  return {
    write(text) {
      // A sequence may come in two pieces.
      const [, whole = '', begun = ''] = /^(.*?)(\x1b\[?[?\d;]*)?$/s.exec(rest + text) ?? []
      rest = begun
      for (const [said, parameters = '', letter] of whole.matchAll(control)) {
        if (letter) obey(parameters, letter)
        else if (said === '\r') column = 0
        else if (said === '\n') row += 1
        else if (said === '\b') column = Math.max(0, column - 1)
        else if (said >= ' ') print(said)
      }
    },
    lines: () => cells.map((line) => line.join('').trimEnd()),
    hasWrapped: () => wrapped,
  }
}
