import { PassThrough, Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { columnName, mostRows } from './columns.ts'
import { partsAround, sheetEnd, sheetPath, sheetStart } from './package-parts.ts'
import { escapeText } from './text.ts'

export type XlsxCell = string | number | boolean | null

export interface XlsxSource {
  /** What the sheet is called; what Excel does not take in a name is put right. */
  sheet: string
  header: readonly string[]
  rows: AsyncIterable<readonly XlsxCell[]>
  /** Fewer only in tests. */
  rowsPerSheet?: number
}

/** Rows are compressed together, in pieces of about this many characters. */
const pieceLength = 64 * 1024

/** The same rows give the same bytes. */
const parts = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true }

/**
 * A workbook as a stream of bytes; the rows are read as it is read, and let go of when it is destroyed.
 * What they throw destroys it. Rows that one sheet does not take go on in the next, `Contacts 2`, under
 * the same header. A cell that begins with `=` is text: only `<f>` is a formula.
 */
export function writeXlsx({ sheet, header, rows, rowsPerSheet = mostRows }: XlsxSource): Readable {
  const zip = new ZipFile()
  const output = new PassThrough()
  const names: string[] = []
  const source = rows[Symbol.asyncIterator]()
  let next = advance()
  let current: Readable | undefined

  function advance() {
    const result = source.next()
    result.catch(() => {}) // thrown where it is awaited, which may be later
    return result
  }

  async function* writeSheet(): AsyncGenerator<string> {
    let piece = sheetStart + rowXml(header, 1)
    for (let row = 2; row <= rowsPerSheet; row++) {
      const { done, value } = await next
      if (done) break
      next = advance()
      piece += rowXml(value, row)
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

const longestName = 31

/** The name of the first sheet, and of those behind it, as Excel takes it. */
function sheetName(asked: string, number: number): string {
  const suffix = number === 1 ? '' : ` ${number}`
  const name = asked.replace(/[[\]:*?/\\\p{Cc}]/gu, ' ').trim()
  const short = name.slice(0, longestName - suffix.length).replace(/^'|'$|[\ud800-\udbff]$/g, ' ')
  return (short.trim() || 'Sheet') + suffix
}
