import type { Row, TableFormat } from '../../tabular/table.ts'

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
      const read = characters * (format.encoding.startsWith('utf-16') ? 2 : 1)
      const total = (rows * bytes) / read
      return Math.max(rows, Number(total.toPrecision(2)))
    },
  }
}
