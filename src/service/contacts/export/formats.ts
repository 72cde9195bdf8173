import type { Input } from '../../../contract/endpoint.ts'
import type { contract } from '../../../contract/index.ts'
import { contact as contactShape } from '../../../contract/shapes/contact.ts'
import { Failure } from '../../../core/failure.ts'
import { toIsoTime } from '../../../core/time.ts'
import { joinInTurns } from '../../../core/yield.ts'
import { byteOrderMark, type CsvCell, writeCsvRow } from '../../../tabular/csv-writer.ts'
import { fitsSpreadsheet, numberText } from '../../../tabular/number-text.ts'
import type { Executor } from '../../database/dialect.ts'
import { pickFields } from '../../http/paging.ts'
import type { Field } from '../../lists/fields/field-values.ts'
import { selectValues } from '../../lists/fields/values-store.ts'
import type { List } from '../../lists/store.ts'
import type { Contact } from '../store.ts'
import { selectTags } from '../tags-store.ts'
import { viewOf } from '../view.ts'
import { columnsOf, type ExportCell, type ExportColumn, type ExportedContact } from './columns.ts'
import { selectExportedSuppressions } from './suppressions-store.ts'

export type ExportFormat = Input<typeof contract.lists.export>['format']

interface Export {
  reader: Executor
  list: List
  fields: readonly Field[]
  /** Names of the columns to export, separated by commas; undefined: all. */
  selectedFields: string | undefined
  pages: AsyncIterable<readonly Contact[]>
}

/** Writes the export. Throws immediately if a selected column does not exist. */
export function writeExport(
  format: ExportFormat,
  { reader, list, fields, selectedFields, pages }: Export,
): AsyncIterable<string | Uint8Array> {
  if (format === 'ndjson') {
    const names = parseFieldNames(selectedFields, lineNames)
    return writeLines(reader, { list, fields, names, pages })
  }
  const all = columnsOf(fields)
  const names = parseFieldNames(
    selectedFields,
    all.map(({ name }) => name),
  )
  const columns = names.flatMap((name) => all.find((column) => column.name === name) ?? [])
  const rows = rowsOf(reader, list, pages)
  return format === 'csv' ? writeCsv(columns, rows) : writeWorkbook(list.name, columns, rows)
}

/** A line has what the API shows of a contact, and what an import needs to keep its opt-out. */
const lineNames = [
  ...Object.keys(contactShape.shape),
  ...['unsubscribed_at', 'suppression', 'suppression_scope', 'reason'],
]

/** Returns the selected names in the requested order. */
function parseFieldNames(
  selectedFields: string | undefined,
  known: readonly string[],
): readonly string[] {
  if (!selectedFields) return known
  const names = selectedFields.split(',').map((name) => name.trim())
  const problems = names
    .filter((name) => !known.includes(name))
    .map((name) => ({ field: `fields.${name}`, code: 'unknown_field' }) as const)
  if (problems.length > 0) throw new Failure('invalid', { problems })
  return names
}

async function* rowsOf(
  reader: Executor,
  list: List,
  pages: AsyncIterable<readonly Contact[]>,
): AsyncGenerator<readonly ExportedContact[]> {
  for await (const contacts of pages) {
    const ids = contacts.map(({ id }) => id)
    const values = await selectValues(reader, list.account_id, ids)
    const tags = await selectTags(reader, list.account_id, ids)
    const suppressions = await selectExportedSuppressions(reader, list, contacts)
    yield contacts.map((contact) => ({
      contact,
      values: values.get(contact.id),
      tags: tags.get(contact.id) ?? [],
      suppression: suppressions.get(contact.email_key),
    }))
  }
}

type Rows = AsyncIterable<readonly ExportedContact[]>

async function* writeCsv(columns: readonly ExportColumn[], rows: Rows): AsyncGenerator<string> {
  yield byteOrderMark + writeCsvRow(columns.map(({ heading }) => heading))
  const write = (row: ExportedContact) => writeCsvRow(columns.map(({ cell }) => csvCell(cell(row))))
  for await (const slice of rows) yield await joinInTurns(slice, write)
}

const csvCell = (cell: ExportCell): CsvCell => (typeof cell === 'number' ? numberText(cell) : cell)

/** Loads the Excel writer on demand. */
async function* writeWorkbook(
  sheet: string,
  columns: readonly ExportColumn[],
  rows: Rows,
): AsyncGenerator<Uint8Array> {
  const { writeXlsx } = await import('../../../tabular/xlsx/writer.ts')
  async function* cells() {
    for await (const slice of rows) {
      for (const row of slice) yield columns.map(({ cell }) => sheetCell(cell(row)))
    }
  }
  const header = columns.map(({ heading }) => heading)
  yield* writeXlsx({ sheet, header, rows: cells() })
}

const sheetCell = (cell: ExportCell): ExportCell =>
  typeof cell === 'number' && !fitsSpreadsheet(cell) ? numberText(cell) : cell

interface Lines {
  list: List
  fields: readonly Field[]
  names: readonly string[]
  pages: AsyncIterable<readonly Contact[]>
}

/** Writes one JSON object per contact and line. */
async function* writeLines(
  reader: Executor,
  { list, fields, names, pages }: Lines,
): AsyncGenerator<string> {
  for await (const contacts of pages) {
    const show = await viewOf(reader, list.account_id, fields, contacts)
    const suppressions = await selectExportedSuppressions(reader, list, contacts)
    const picked = names.join(',')
    const notSuppressed = { suppression: null, suppression_scope: null, reason: null }
    const showLine = (contact: Contact) => ({
      ...show(contact),
      unsubscribed_at: toIsoTime(contact.unsubscribed_at),
      ...(suppressions.get(contact.email_key) ?? notSuppressed),
    })
    yield await joinInTurns(contacts, (contact) =>
      pickFields([showLine(contact)], picked)
        .map((shown) => `${JSON.stringify(shown)}\n`)
        .join(''),
    )
  }
}
