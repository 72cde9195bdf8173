import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'

const spreadsheetNamespace = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relationshipNamespace = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** Creates a ZIP archive of the files. */
export function zipOf(files: Record<string, string | Buffer>): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [path, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), path)
  zip.end()
  return buffer(zip.outputStream)
}

export interface WorkbookParts {
  /** The XML inside `<sheetData>`, by sheet name. */
  sheets: Record<string, string>
  hidden?: readonly string[]
  /** The XML inside `<sst>`. */
  strings?: string
  /** The XML inside `<styleSheet>`. */
  styles?: string
  from1904?: boolean
  /** Extra files. They replace generated files with the same path. */
  files?: Record<string, string | Buffer>
}

/** Creates a workbook with the file layout of Excel and the given XML. */
export function workbookOf({ sheets, hidden = [], strings, styles, ...rest }: WorkbookParts) {
  const names = Object.keys(sheets)
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${relationshipNamespace}/${type}" Target="${target}"/>`
  const relationships = names.map((_, n) =>
    relation(`rId${n}`, 'worksheet', `worksheets/s${n}.xml`),
  )
  if (strings !== undefined)
    relationships.push(relation('strings', 'sharedStrings', 'sharedStrings.xml'))
  if (styles !== undefined) relationships.push(relation('styles', 'styles', '/xl/styles.xml'))
  const sheetElements = names.map((name, n) => {
    const state = hidden.includes(name) ? ' state="hidden"' : ''
    return `<sheet name="${name}" sheetId="${n + 1}"${state} r:id="rId${n}"/>`
  })
  return zipOf({
    '_rels/.rels': `<Relationships>${relation('a', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${relationships.join('')}</Relationships>`,
    'xl/workbook.xml': `<?xml version="1.0"?>\r\n<workbook xmlns="${spreadsheetNamespace}" xmlns:r="${relationshipNamespace}"><workbookPr${rest.from1904 ? ' date1904="1"' : ''}/><sheets>${sheetElements.join('')}</sheets></workbook>`,
    ...(strings !== undefined && { 'xl/sharedStrings.xml': `<sst>${strings}</sst>` }),
    ...(styles !== undefined && { 'xl/styles.xml': `<styleSheet>${styles}</styleSheet>` }),
    ...Object.fromEntries(
      names.map((name, n) => [
        `xl/worksheets/s${n}.xml`,
        `<worksheet><sheetData>${sheets[name]}</sheetData></worksheet>`,
      ]),
    ),
    ...rest.files,
  })
}
