import type { Row, Table } from './table.ts'

/** Enough to know what the columns are, in a few megabytes. */
const maxRows = 2000
const maxCharacters = 4 * 1024 * 1024

interface SampledTable extends Table {
  /** Reads the first rows ahead. `rows` yields them again. */
  sample(): Promise<readonly Row[]>
}

/** Lets the first rows of a table be read before the rest, from input that can be read only once. */
export function withSample(table: Table): SampledTable {
  const rest = table.rows[Symbol.asyncIterator]()
  const ahead: Row[] = []

  async function* rows(): AsyncGenerator<Row> {
    while (ahead.length > 0) yield* ahead.splice(0)
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value
  }

  return {
    ...table,
    rows: rows(),
    async sample() {
      let characters = 0
      while (ahead.length < maxRows && characters < maxCharacters) {
        const next = await rest.next()
        if (next.done) break
        ahead.push(next.value)
        for (const cell of next.value.cells) characters += cell.length
      }
      return [...ahead]
    },
  }
}
