import type { Messages } from '../../messages/index.ts'
import type { Mapping, Target } from '../../tabular/mapping.ts'
import type { TableFormat } from '../../tabular/table.ts'

const delimiters = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'pipe' } as const

/** What was made of a file, before its rows are read. */
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

function describeFormat(format: TableFormat, words: Messages['tabular']): string[] {
  if (format.kind === 'xlsx') {
    const { sheet, otherSheets } = format
    const others = otherSheets.length > 0 ? [words.otherSheets(otherSheets.join(', '))] : []
    return [words.sheet(sheet), ...others]
  }
  const { delimiter, encoding } = format
  const known = delimiters[delimiter as keyof typeof delimiters]
  return [words.format(known ? words[known] : delimiter, encoding.toUpperCase())]
}

const targetName = (target: Target, words: Messages['tabular']): string =>
  typeof target === 'object' ? target.name : words[target]
