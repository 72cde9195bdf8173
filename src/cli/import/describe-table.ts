import type { Messages } from '../../messages/index.ts'
import type { Mapping, Target } from '../../tabular/mapping.ts'
import type { TableFormat } from '../../tabular/table.ts'

const delimiters = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'pipe' } as const

/** What was made of a file, before its rows are read. */
export function describeTable(
  { delimiter, encoding }: TableFormat,
  { columns, ignored }: Mapping,
  { tabular }: Messages,
): string[] {
  const known = delimiters[delimiter as keyof typeof delimiters]
  const mapped = columns.map(({ name, target }) =>
    tabular.mapped(name, targetName(target, tabular)),
  )
  return [
    tabular.format(known ? tabular[known] : delimiter, encoding.toUpperCase()),
    mapped.join(', '),
    ...(ignored.length > 0 ? [tabular.ignored(ignored.join(', '))] : []),
  ]
}

const targetName = (target: Target, words: Messages['tabular']): string =>
  typeof target === 'object' ? target.name : words[target]
