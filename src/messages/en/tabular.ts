import type { ProblemCode } from '../../core/failure.ts'

/** Why a row of a file was refused. The values are those of its reject. */
export const rejectReasons = {
  required: 'the address is missing in the column “{column}”',
  bad_email: '“{value}” is not an e-mail address',
  too_long: '“{value}” is longer than {limit} characters',
  bad_number:
    '“{value}” in “{column}” is not a clear number: write 1234 or 1234.5, without thousands separators',
  bad_date: '“{value}” in “{column}” is not a date: write 31/12/2026 or 2026-12-31',
  bad_url: '“{value}” in “{column}” is not a web address',
  not_a_choice: '“{value}” in “{column}” is none of the choices: {choices}',
  nul_character: 'the column “{column}” holds a NUL character',
  control_character: 'the column “{column}” holds a control character',
  damaged_text: '“{value}” in “{column}” holds characters that a wrong encoding destroyed',
  header_break: 'the column “{column}” holds a line break',
  too_many: 'the row has {cells} cells, the header {columns}',
  too_few: 'the row has only {cells} cells, the header {columns}',
  cell_error: 'the cell in “{column}” holds the error {value} of the spreadsheet',
  unbalanced_quote: 'a quote is opened and not closed where its cell ends',
} satisfies Partial<Record<ProblemCode, string>>

/** What is wrong with a file, or with how it was said to be read: by the `reason` of its failure. */
export const tableUsage = {
  unknown_encoding: 'There is no encoding “{encoding}”.',
  unknown_delimiter: 'A delimiter is one character or the word tab, not “{delimiter}”.',
  unknown_column: 'The file has no column “{column}”. It has: {columns}.',
  unknown_field: 'A contact has no field “{field}” on this list.',
  two_columns: 'The columns “{first}” and “{second}” are both {field}: name the one to take.',
  column_twice: 'A column is mapped twice.',
  delimiter_of_workbook: 'A workbook has no delimiter: --delimiter is for CSV.',
  encoding_of_workbook: 'A workbook says its encoding itself: --encoding is for CSV.',
  sheet_of_csv: 'A text file has no sheets: --sheet is for Excel workbooks.',
  workbook_damaged: 'The workbook[ {path}] is damaged or incomplete.',
  workbook_too_large: 'The workbook[ {path}] unpacks to more than can be read.',
  no_sheets: 'The workbook[ {path}] has no sheet with cells.',
  too_many_columns: 'Row {line} of the workbook[ {path}] has more columns than Excel knows.',
  long_cell: 'A cell[ in row {line}] of the workbook[ {path}] is too long to be text.',
  two_lists: 'Give either --list or --create.',
  bad_override: '“{text}” does not name a column and a field: column=field.',
}

/** What is said of a file before its rows are read. */
export const tabular = {
  format: (delimiter: string, encoding: string) => `CSV, ${delimiter}, ${encoding}`,
  sheet: (name: string) => `Excel, sheet “${name}”`,
  otherSheets: (names: string) => `Sheets not read: ${names}`,
  comma: 'commas',
  semicolon: 'semicolons',
  tab: 'tabs',
  pipe: 'vertical bars',
  mapped: (column: string, field: string) => `${column} → ${field}`,
  ignored: (columns: string) => `Columns left out: ${columns}`,
  strayBytes: (count: string) => `Bytes that are not UTF-8, read as Windows-1252: ${count}`,
  headerless: 'The first row holds an address: give the file a row with the names of its columns.',
  email: 'e-mail',
  nombre: 'name',
  apellidos: 'surname',
  tags: 'tags',
}
