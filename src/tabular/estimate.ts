import type { Row, TableFormat } from './table.ts'

/**
 * Bytes per character of a workbook: its XML is seven times as long as the text and compresses to a
 * tenth.
 */
const packed = 0.7

/** An object repeats the names of its fields. */
const named = 3

function bytesPerCharacter(format: TableFormat): number {
  if (format.kind === 'xlsx') return packed
  if (format.kind === 'ndjson') return named
  return format.encoding.startsWith('utf-16') ? 2 : 1
}

/** Estimates the number of rows from the file size and the rows read so far. */
export function createEstimate(format: TableFormat, bytes: number | undefined) {
  let rows = 0
  let characters = 0

  return {
    read({ cells }: Row): void {
      rows++
      for (const cell of cells) characters += cell.length + 1
    },
    /**
     * Rounded to two digits, which is as exact as the estimate is. Undefined if the file size is
     * unknown.
     */
    rows(): number | undefined {
      if (bytes === undefined || characters === 0) return undefined
      const total = (rows * bytes) / (characters * bytesPerCharacter(format))
      return Math.max(rows, Number(total.toPrecision(2)))
    },
  }
}
