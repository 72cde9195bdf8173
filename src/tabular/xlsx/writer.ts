import { PassThrough, Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { mustYield, yieldTurn } from '../../core/yield.ts'
import { columnName, maxRows } from './columns.ts'
import { partsAround, sheetEnd, sheetPath, sheetStart } from './package-parts.ts'
import { escapeText } from './text.ts'

export type XlsxCell = string | number | boolean | null

interface XlsxSource {
  /** The name of the sheet. Invalid characters are replaced. */
  sheet: string
  header: readonly string[]
  rows: AsyncIterable<readonly XlsxCell[]>
  /** The maximum number of rows per sheet; lower only in tests. */
  rowsPerSheet?: number
}

/** Rows are compressed in chunks of about this many characters. */
const pieceLength = 64 * 1024

/** Makes the output reproducible. */
const parts = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true }

/**
 * Returns a workbook as a byte stream. The rows are read on demand and released if the stream is
 * destroyed; their errors destroy the stream. Rows beyond the limit of a sheet continue in the next
 * one, `Contacts 2`, with the same header. A cell that begins with `=` is text: only `<f>` is a
 * formula.
 */
export function writeXlsx({ sheet, header, rows, rowsPerSheet = maxRows }: XlsxSource): Readable {
  const zip = new ZipFile()
  const output = new PassThrough()
  const names: string[] = []
  const source = rows[Symbol.asyncIterator]()
  let next = advance()
  let current: Readable | undefined

  function advance() {
    const result = source.next()
    result.catch(() => {}) // thrown later, at the await
    return result
  }

  async function* writeSheet(): AsyncGenerator<string> {
    let piece = sheetStart + rowXml(header, 1)
    for (let row = 2; row <= rowsPerSheet; row++) {
      const { done, value } = await next
      if (done) break
      next = advance()
      piece += rowXml(value, row)
      if (mustYield()) await yieldTurn()
      if (piece.length < pieceLength) continue
      yield piece
      piece = ''
    }
    yield piece + sheetEnd
  }

  function addSheet(): void {
    names.push(sheetName(sheet, names.length + 1))
    current = Readable.from(writeSheet())
    current.once('error', (error) => output.destroy(error))
    current.once('end', () => next.then(({ done }) => (done ? finish() : addSheet()), fail))
    zip.addReadStream(current, sheetPath(names.length), parts)
  }

  function finish(): void {
    for (const [path, xml] of partsAround(names)) zip.addBuffer(Buffer.from(xml), path, parts)
    zip.end()
  }

  const fail = (error: Error) => output.destroy(error)
  zip.once('error', fail)
  zip.outputStream.pipe(output)
  output.once('close', () => {
    current?.destroy()
    void source.return?.()
  })
  addSheet()
  return output
}

function rowXml(cells: readonly XlsxCell[], row: number): string {
  let xml = `<row r="${row}">`
  for (let index = 0; index < cells.length; index++) {
    const cell = cells[index]
    if (cell !== null && cell !== undefined && cell !== '') xml += cellXml(cell, index, row)
  }
  return `${xml}</row>`
}

function cellXml(cell: string | number | boolean, index: number, row: number): string {
  const start = `<c r="${columnName(index)}${row}"`
  if (typeof cell === 'boolean') return `${start} t="b"><v>${Number(cell)}</v></c>`
  if (typeof cell === 'number' && Number.isFinite(cell)) return `${start}><v>${cell}</v></c>`
  const text = escapeText(String(cell))
  const space = /^\s|\s$/.test(text) ? ' xml:space="preserve"' : ''
  return `${start} t="inlineStr"><is><t${space}>${text}</t></is></c>`
}

const maxNameLength = 31

/** Returns a valid Excel name for the sheet with this number. */
function sheetName(requested: string, number: number): string {
  const suffix = number === 1 ? '' : ` ${number}`
  const name = requested.replace(/[[\]:*?/\\\p{Cc}]/gu, ' ').trim()
  const short = name.slice(0, maxNameLength - suffix.length).replace(/^'|'$|[\ud800-\udbff]$/g, ' ')
  return (short.trim() || 'Sheet') + suffix
}
