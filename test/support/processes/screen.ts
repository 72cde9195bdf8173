/** A terminal emulator for the control sequences that remite and its prompts use. */
export interface Screen {
  write(text: string): void
  /** The lines from top to bottom, without trailing blanks. */
  lines(): string[]
  /** Whether a line was longer than the screen and continued on the next line. */
  hasWrapped(): boolean
}

const control = /\x1b\[([?\d;]*)([A-Za-z])|\x1b[^[]|[\x00-\x1f]|[^\x00-\x1f]/gu

export function createScreen(columns: number): Screen {
  const cells: string[][] = []
  let row = 0
  let column = 0
  let wrapped = false
  let incomplete = ''

  const rowAt = (index: number): string[] => {
    while (cells.length <= index) cells.push([])
    return cells[index] ?? []
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

  function applyControl(parameters: string, letter: string): void {
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
      // A chunk may end in the middle of a control sequence.
      const [, whole = '', partial = ''] = /^(.*?)(\x1b\[?[?\d;]*)?$/s.exec(incomplete + text) ?? []
      incomplete = partial
      for (const [token, parameters = '', letter] of whole.matchAll(control)) {
        if (letter) applyControl(parameters, letter)
        else if (token === '\r') column = 0
        else if (token === '\n') row += 1
        else if (token === '\b') column = Math.max(0, column - 1)
        else if (token >= ' ') print(token)
      }
    },
    lines: () => cells.map((line) => line.join('').trimEnd()),
    hasWrapped: () => wrapped,
  }
}
