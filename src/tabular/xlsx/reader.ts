import { Failure } from '../../core/failure.ts'
import type { Row, Table } from '../table.ts'
import { type Archive, openArchive } from './archive.ts'
import { brokenWorkbook } from './broken-workbook.ts'
import { createSharedStrings } from './shared-strings.ts'
import { readSharedStrings, readSheet, type SheetContext } from './sheet.ts'
import { readWorkbook, type SheetEntry, type Workbook } from './workbook.ts'

/**
 * Opens a workbook (.xlsx, .xlsm) and takes ownership of the descriptor. The default sheet is the
 * first visible one with a row. Throws Failure: file_not_text (another kind of zip),
 * workbook_broken, sheet_unknown (values `sheet` and `sheets`), file_empty.
 */
export async function readXlsx(fd: number, sheet: string | undefined): Promise<Table> {
  const archive = await openArchive(fd)
  try {
    const workbook = await readWorkbook(archive)
    if (!workbook) throw new Failure('file_not_text', { values: { kind: kindOf(archive) } })
    if (workbook.sheets.length === 0) throw brokenWorkbook('no_sheets')
    const chosen = sheet === undefined ? usualSheets(workbook) : [sheetNamed(sheet, workbook)]
    return await openFirst(chosen, archive, workbook)
  } catch (error) {
    archive.close()
    throw error
  }
}

function kindOf(archive: Archive): string {
  if (archive.has('xl/workbook.bin')) return 'xlsb'
  return archive.has('content.xml') && archive.has('mimetype') ? 'ods' : 'zip'
}

const usualSheets = ({ sheets }: Workbook): readonly SheetEntry[] => {
  const visible = sheets.filter(({ isVisible }) => isVisible)
  return visible.length > 0 ? visible : sheets
}

function sheetNamed(name: string, { sheets }: Workbook): SheetEntry {
  const fold = (text: string) => text.trim().toLowerCase()
  const found =
    sheets.find((sheet) => sheet.name === name) ??
    sheets.find((sheet) => fold(sheet.name) === fold(name))
  if (found) return found
  const names = sheets.map((sheet) => sheet.name).join(', ')
  throw new Failure('sheet_unknown', { values: { sheet: name, sheets: names } })
}

async function openFirst(
  chosen: readonly SheetEntry[],
  archive: Archive,
  workbook: Workbook,
): Promise<Table> {
  const { from1904, kindOfStyle, sharedStringsPath, sheets } = workbook
  const strings = createSharedStrings()
  if (sharedStringsPath !== undefined && archive.has(sharedStringsPath)) {
    await readSharedStrings(archive.read(sharedStringsPath), strings)
  }
  const context: SheetContext = { from1904, kindOfStyle, strings }
  for (const { name, path } of chosen) {
    const rows = readSheet(archive.read(path), context)
    const first = await rows.next()
    if (first.done) continue
    const others = sheets.filter((sheet) => sheet.name !== name && sheet.isVisible)
    return {
      format: { kind: 'xlsx', sheet: name, otherSheets: others.map((sheet) => sheet.name) },
      header: first.value,
      rows,
      close: () => closeAll(rows, archive),
    }
  }
  throw new Failure('file_empty')
}

async function closeAll(rows: AsyncGenerator<Row>, archive: Archive): Promise<void> {
  await rows.return(undefined)
  archive.close()
}
