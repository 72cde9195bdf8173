import { createHash } from 'node:crypto'
import type { Mapping } from '../../tabular/mapping.ts'
import type { ListTarget } from './settings.ts'

interface ImportIdentity {
  sha256: string
  apiUrl: string
  target: ListTarget
  mapping: Mapping
  mode: string
  delimiter?: string | undefined
  encoding?: string | undefined
  sheet?: string | undefined
  tags?: readonly string[]
}

/** Short enough to type, long enough to be unique on one machine. */
const idLength = 10

/** The id of an import: the same for the same file, list and settings. */
export function importId({ mapping, ...rest }: ImportIdentity): string {
  const columns = mapping.columns.map(({ index, target }) => [
    index,
    typeof target === 'object' ? target.id : target,
  ])
  const {
    sha256,
    apiUrl,
    target,
    mode,
    delimiter = '',
    encoding = '',
    sheet = '',
    tags = [],
  } = rest
  const parts = [sha256, apiUrl, target, columns, mode, delimiter, encoding, sheet, ...tags]
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, idLength)
}
