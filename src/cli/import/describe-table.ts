import type { Messages } from '../../messages/index.ts'
import type { Mapping, Target } from '../../tabular/mapping.ts'
import type { TableFormat } from '../../tabular/table.ts'

const delimiters = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'pipe' } as const

/** Describes how a file is read: its format, its mapped columns and the ignored ones. */
export function describeTable(
  format: TableFormat,
  { columns, ignored }: Mapping,
  { tabular }: Messages,
): string[] {
  const mapped = columns.map(({ name, target }) =>
    tabular.mapped(name, targetName(target, tabular)),
  )
  return [
    ...describeFormat(format, tabular),
    mapped.join(', '),
    ...(ignored.length > 0 ? [tabular.ignored(ignored.join(', '))] : []),
  ]
}

function describeFormat(format: TableFormat, messages: Messages['tabular']): string[] {
  if (format.kind === 'xlsx') {
    const { sheet, otherSheets } = format
    const others = otherSheets.length > 0 ? [messages.otherSheets(otherSheets.join(', '))] : []
    return [messages.sheet(sheet), ...others]
  }
  if (format.kind === 'ndjson') return [messages.ndjson(format.encoding.toUpperCase())]
  const { delimiter, encoding } = format
  const known = delimiters[delimiter as keyof typeof delimiters]
  return [messages.format(known ? messages[known] : delimiter, encoding.toUpperCase())]
}

const targetName = (target: Target, messages: Messages['tabular']): string =>
  typeof target === 'object' ? target.name : messages[target]
