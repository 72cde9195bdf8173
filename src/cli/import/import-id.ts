import { createHash } from 'node:crypto'
import type { Mapping } from '../../tabular/mapping.ts'

interface Sameness {
  sha256: string
  apiUrl: string
  target: { list: string } | { create: string }
  mapping: Mapping
  mode: string
  delimiter?: string | undefined
  encoding?: string | undefined
  sheet?: string | undefined
}

/** Short enough to be typed; two imports of one machine do not meet in it. */
const idLength = 10

/** The same file into the same list in the same way is the same import. */
export function importId({ mapping, ...rest }: Sameness): string {
  const columns = mapping.columns.map(({ index, target }) => [
    index,
    typeof target === 'object' ? target.id : target,
  ])
  const { sha256, apiUrl, target, mode, delimiter = '', encoding = '', sheet = '' } = rest
  const parts = [sha256, apiUrl, target, columns, mode, delimiter, encoding, sheet]
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, idLength)
}
