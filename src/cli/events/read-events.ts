import { eventInput } from '../../contract/shapes/custom-event.ts'
import type { Problem } from '../../core/failure.ts'
import { foldHeading } from '../../core/fold-name.ts'
import { objectRejects, readObjectLines } from '../../tabular/object-lines.ts'
import { openTable } from '../../tabular/open-table.ts'
import { withoutRejectColumns } from '../../tabular/reject-columns.ts'
import type { RejectsLayout } from '../../tabular/rejects.ts'
import type { Row, Table } from '../../tabular/table.ts'
import type { Context } from '../context/context.ts'
import { asSourceFailure, bytesOf, type Source } from '../import/source.ts'
import { typedValue } from '../input/field-value.ts'

/** An event as it stands in a file. The server checks it. */
export type EventInFile = Record<string, unknown>

/** A row of a file: an event, or the reason why it is none. */
export interface EventRow {
  row: Row
  event?: EventInFile
  /** The properties as they stand in the cells of a table. */
  texts?: ReadonlyMap<string, string>
  problem?: Problem
}

/** A file or a stream of events. */
export interface EventSource {
  table: Pick<Table, 'format' | 'header'>
  /** The format of rejected rows; of a table it is CSV. */
  layout?: RejectsLayout
  rows: AsyncIterable<EventRow>
  close(): Promise<void>
}

/** Opens NDJSON, CSV or a workbook, depending on the first bytes. */
export async function openEvents(source: Source, context: Context): Promise<EventSource> {
  try {
    const bytes = bytesOf(source, context.host)[Symbol.asyncIterator]()
    const parts: Uint8Array[] = []
    let first = ''
    while (first === '') {
      const next = await bytes.next()
      if (next.done) break
      parts.push(next.value)
      first = Buffer.from(next.value).toString('latin1').replace(blankStart, '').charAt(0)
    }
    const all = replay(parts, bytes)
    const opened = first === '{' ? linesIn(all) : await tableIn(all)
    return { ...opened, rows: named(opened.rows, source.path, context) }
  } catch (error) {
    throw asSourceFailure(error, source.path, context)
  }
}

/** Spaces, and the byte order mark. */
const blankStart = /^(?:\xef\xbb\xbf)?\s*/

function linesIn(bytes: AsyncGenerator<Uint8Array>): EventSource {
  return {
    table: {
      format: { kind: 'ndjson', encoding: 'utf-8' },
      header: { line: 0, cells: [], flaw: undefined },
    },
    layout: objectRejects,
    rows: eventLines(bytes),
    close: async () => {
      await bytes.return(undefined)
    },
  }
}

async function* eventLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<EventRow> {
  for await (const { line, text, object } of readObjectLines(bytes)) {
    const row = { line, cells: [text], flaw: undefined }
    yield object ? { row, event: object } : { row, problem: { field: 'row', code: 'bad_json' } }
  }
}

async function tableIn(bytes: AsyncIterable<Uint8Array>): Promise<EventSource> {
  const table = await openTable(bytes)
  const { format, header } = table
  return { table: { format, header }, rows: eventCells(table), close: () => table.close() }
}

async function* eventCells({ header, rows }: Table): AsyncGenerator<EventRow> {
  const columns = withoutRejectColumns(header.cells, header.cells).map(readHeading)
  for await (const row of rows) {
    if (row.flaw) yield { row, problem: row.flaw }
    else yield { row, ...eventOf(columns, row) }
  }
}

/** The fields of an event. Other columns are properties. */
const fields = new Map(
  Object.keys(eventInput.shape)
    .filter((key) => key !== 'properties')
    .map((key) => [foldHeading(key), key]),
)

/** `properties.total` and `total` are the same property. */
const readHeading = (heading: string) =>
  fields.get(foldHeading(heading)) ?? { property: heading.trim().replace(/^properties\./, '') }

function eventOf(
  columns: readonly ReturnType<typeof readHeading>[],
  { cells }: Row,
): Required<Pick<EventRow, 'event' | 'texts'>> {
  const event: EventInFile = {}
  const properties: Record<string, unknown> = {}
  const texts = new Map<string, string>()
  for (const [index, column] of columns.entries()) {
    const text = cells[index]?.trim() ?? ''
    if (text === '') continue
    if (typeof column !== 'string') {
      properties[column.property] = typedValue(text)
      texts.set(column.property, text)
    } else event[column] = column === 'value' ? typedValue(text) : text
  }
  return { event: texts.size === 0 ? event : { ...event, properties }, texts }
}

/** Names the file in what goes wrong while it is read. */
async function* named(
  rows: AsyncIterable<EventRow>,
  path: string,
  context: Context,
): AsyncGenerator<EventRow> {
  try {
    yield* rows
  } catch (error) {
    throw asSourceFailure(error, path, context)
  }
}

async function* replay(
  parts: readonly Uint8Array[],
  rest: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  try {
    yield* parts
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value
  } finally {
    await rest.return?.()
  }
}
