import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** Any files as a zip. */
export function zipOf(files: Record<string, string | Buffer>): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [path, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), path)
  zip.end()
  return buffer(zip.outputStream)
}

export interface WorkbookParts {
  /** The XML within `<sheetData>` by the name of the sheet. */
  sheets: Record<string, string>
  hidden?: readonly string[]
  /** The XML within `<sst>`. */
  strings?: string
  /** The XML within `<styleSheet>`. */
  styles?: string
  from1904?: boolean
  /** Instead of, or beside, what the others make. */
  files?: Record<string, string | Buffer>
}

/** A workbook as Excel lays one out, with XML of the test's own in it. */
export function workbookOf({ sheets, hidden = [], strings, styles, ...more }: WorkbookParts) {
  const names = Object.keys(sheets)
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${relations}/${type}" Target="${target}"/>`
  const related = names.map((_, n) => relation(`rId${n}`, 'worksheet', `worksheets/s${n}.xml`))
  if (strings !== undefined) related.push(relation('strings', 'sharedStrings', 'sharedStrings.xml'))
  if (styles !== undefined) related.push(relation('styles', 'styles', '/xl/styles.xml'))
  const listed = names.map((name, n) => {
    const state = hidden.includes(name) ? ' state="hidden"' : ''
    return `<sheet name="${name}" sheetId="${n + 1}"${state} r:id="rId${n}"/>`
  })
  return zipOf({
    '_rels/.rels': `<Relationships>${relation('a', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${related.join('')}</Relationships>`,
    'xl/workbook.xml': `<?xml version="1.0"?>\r\n<workbook xmlns="${main}" xmlns:r="${relations}"><workbookPr${more.from1904 ? ' date1904="1"' : ''}/><sheets>${listed.join('')}</sheets></workbook>`,
    ...(strings !== undefined && { 'xl/sharedStrings.xml': `<sst>${strings}</sst>` }),
    ...(styles !== undefined && { 'xl/styles.xml': `<styleSheet>${styles}</styleSheet>` }),
    ...Object.fromEntries(
      names.map((name, n) => [
        `xl/worksheets/s${n}.xml`,
        `<worksheet><sheetData>${sheets[name]}</sheetData></worksheet>`,
      ]),
    ),
    ...more.files,
  })
}
