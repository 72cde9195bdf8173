import { stripControls } from '../../core/safe-text.ts'
import { writeCsvRow } from '../../tabular/csv-writer.ts'
import type { Document } from './document.ts'
import { type RawCell, rawRows } from './raw-rows.ts'
import { plainView, type Render } from './render.ts'

/** Writes CSV with a header of API names. Formulas are escaped. */
export const renderCsv: Render = async function* (document, options) {
  let hasHeader = false
  for await (const { columns, rows } of rawRows(withCsvColumns(document), options)) {
    const header = hasHeader ? [] : [columns.map(({ field }) => safeCell(field))]
    hasHeader = true
    const lines = [...header, ...rows.map((row) => row.map(safeCell))]
    yield lines.map((cells) => writeCsvRow(cells)).join('')
  }
}

const safeCell = (cell: RawCell): RawCell => (typeof cell === 'string' ? stripControls(cell) : cell)

function withCsvColumns<T extends object>(document: Document<T>): Document<T> {
  const { columns = [], csvColumns = [] } = plainView(document)
  if (csvColumns.length === 0) return document
  return { ...document, view: { ...document.view, columns: [...columns, ...csvColumns] } }
}
