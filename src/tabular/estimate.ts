import type { Row, TableFormat } from './table.ts'

/** What the cells of a workbook come to: their XML is seven times their text, and packed to a tenth. */
const packed = 0.7

function bytesPerCharacter(format: TableFormat): number {
  if (format.kind === 'xlsx') return packed
  return format.encoding.startsWith('utf-16') ? 2 : 1
}

/** How many rows a file has, going by its length and the rows read so far. */
export function createEstimate(format: TableFormat, bytes: number | undefined) {
  let rows = 0
  let characters = 0

  return {
    read({ cells }: Row): void {
      rows++
      for (const cell of cells) characters += cell.length + 1
    },
    /** Two digits are as exact as it is. Undefined when the length is not known. */
    rows(): number | undefined {
      if (bytes === undefined || characters === 0) return undefined
      const total = (rows * bytes) / (characters * bytesPerCharacter(format))
      return Math.max(rows, Number(total.toPrecision(2)))
    },
  }
}
