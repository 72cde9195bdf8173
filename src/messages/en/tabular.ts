import type { ProblemCode } from '../../core/problem-codes.ts'

/** Why a row of a file was rejected. The placeholders are the values of the reject. */
export const rejectReasons = {
  required: 'the email address in the column “{column}” is missing',
  bad_email: '“{value}” is not a valid email address',
  too_long: '“{value}” is longer than {limit} characters',
  bad_number:
    '“{value}” in “{column}” is not a valid number: use 1234 or 1234.5, without thousands separators',
  bad_date: '“{value}” in “{column}” is not a valid date: use 31/12/2026 or 2026-12-31',
  bad_url: '“{value}” in “{column}” is not a valid web address',
  not_a_choice: '“{value}” in “{column}” is not one of: {choices}',
  unknown_status:
    '“{value}” in “{column}” is not a known status, such as {choices}; --map "{column}=-" leaves the column out',
  status_not_offered: 'this server cannot keep the status “{status}”, so the contact was not sent',
  nul_character: 'the column “{column}” contains a NUL character',
  control_character: 'the column “{column}” contains a control character',
  damaged_text: '“{value}” in “{column}” contains characters damaged by a wrong encoding',
  header_break: 'the column “{column}” contains a line break',
  too_many: 'the row has {cells} cells, but the header has {columns}',
  too_few: 'the row has only {cells} cells, but the header has {columns}',
  cell_error: 'the cell in “{column}” contains the spreadsheet error {value}',
  unbalanced_quote: 'a quotation mark is not closed at the end of its cell',
} satisfies Partial<Record<ProblemCode, string>>

/** Problems with a file or with the options for reading it, by the `reason` of the failure. */
export const tableUsage = {
  unknown_encoding: 'Unknown encoding: “{encoding}”.',
  unknown_delimiter: 'The delimiter must be one character or the word tab, not “{delimiter}”.',
  unknown_column: 'The file has no column “{column}”. Its columns: {columns}.',
  unknown_field: 'Contacts in this list have no field “{field}”.',
  two_columns: 'The columns “{first}” and “{second}” both map to {field}. Choose one with --map.',
  column_twice: 'The same column is mapped twice.',
  delimiter_of_workbook: 'Workbooks have no delimiter. Use --delimiter only for CSV.',
  delimiter_of_ndjson: 'NDJSON has no delimiter. Use --delimiter only for CSV.',
  encoding_of_workbook: 'Workbooks define their own encoding. Use --encoding only for CSV.',
  sheet_of_csv: 'Text files have no sheets. Use --sheet only for Excel workbooks.',
  workbook_damaged: 'The workbook[ {path}] is damaged or incomplete.',
  workbook_too_large: 'The workbook[ {path}] is too large once unpacked.',
  no_sheets: 'The workbook[ {path}] has no sheet with cells.',
  too_many_columns: 'Row {line} of the workbook[ {path}] has more columns than Excel supports.',
  long_cell: 'A cell[ in row {line}] of the workbook[ {path}] is too long.',
  two_lists: 'Use either --list or --create.',
  tags_of_suppress: 'Suppressed addresses have no tags. Leave out --tag.',
  fields_of_suppress: 'Suppressed addresses have no fields. Leave out --create-fields.',
  fields_unread: '--create-fields has to read the file twice. Download or save it first.',
  bad_override: '“{text}” does not map a column to a field. Use column=field.',
}

/** What is known about a file before its rows are read. */
export const tabular = {
  format: (delimiter: string, encoding: string) => `CSV, ${delimiter}, ${encoding}`,
  sheet: (name: string) => `Excel, sheet “${name}”`,
  ndjson: (encoding: string) => `NDJSON, ${encoding}`,
  otherSheets: (names: string) => `Other sheets (not read): ${names}`,
  comma: 'commas',
  semicolon: 'semicolons',
  tab: 'tabs',
  pipe: 'vertical bars',
  mapped: (column: string, field: string) => `${column} → ${field}`,
  ignored: (columns: string) => `Ignored columns: ${columns}`,
  strayBytes: (count: string) => `Bytes that are not UTF-8, read as Windows-1252: ${count}`,
  headerless: 'The first row contains an email address. Add a header row with the column names.',
  email: 'email',
  nombre: 'name',
  apellidos: 'surname',
  tags: 'tags',
  status: 'status',
  unsubscribed_at: 'unsubscribed on',
  bounced_at: 'bounced on',
  complained_at: 'complained on',
  suppressed_at: 'suppressed on',
  confirmed_at: 'confirmed on',
  created_at: 'created on',
  suppression: 'suppression',
  suppression_scope: 'scope of the suppression',
  reason: 'reason',
}
