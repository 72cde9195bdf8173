import { escapeText } from './text.ts'

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

export const sheetStart = `${declaration}<worksheet xmlns="${main}"><sheetData>`
export const sheetEnd = '</sheetData></worksheet>'

export const sheetPath = (number: number): string => `xl/worksheets/sheet${number}.xml`

/** Returns the parts of a workbook other than its sheets, by path. */
export function partsAround(sheets: readonly string[]): [path: string, xml: string][] {
  const numbered = sheets.map((name, index) => ({ name, number: index + 1 }))
  const each = (write: (sheet: { name: string; number: number }) => string) =>
    numbered.map(write).join('')
  return [
    [
      '[Content_Types].xml',
      `${declaration}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/>${each(
        ({ number }) =>
          `<Override PartName="/${sheetPath(number)}" ContentType="${types}.worksheet+xml"/>`,
      )}</Types>`,
    ],
    [
      '_rels/.rels',
      `${declaration}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    [
      'xl/workbook.xml',
      `${declaration}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${each(
        ({ name, number }) =>
          `<sheet name="${escapeText(name).replaceAll('"', '&quot;')}" sheetId="${number}" r:id="rId${number}"/>`,
      )}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `${declaration}<Relationships xmlns="${packages}/relationships">${each(
        ({ number }) =>
          `<Relationship Id="rId${number}" Type="${relations}/worksheet" Target="worksheets/sheet${number}.xml"/>`,
      )}</Relationships>`,
    ],
  ]
}
