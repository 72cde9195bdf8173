import { oneLine } from '../../core/safe-text.ts'
import { rawRows } from './raw-rows.ts'
import type { Render } from './render.ts'

/** Writes no header, because TSV goes to cut, sort and wc. */
export const renderTsv: Render = async function* (document, options) {
  for await (const { rows } of rawRows(document, options)) {
    yield rows.map((row) => `${row.map((cell) => oneLine(String(cell))).join('\t')}\n`).join('')
  }
}
