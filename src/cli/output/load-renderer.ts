import type { OutputFormat } from '../../config/choices.ts'
import type { Render } from './render.ts'

/** Loads only the renderer that is needed. */
export async function loadRenderer(format: OutputFormat, jq: string | undefined): Promise<Render> {
  if (jq !== undefined) {
    return (await import('./jq.ts')).renderJq(jq, { isStreamed: format === 'ndjson' })
  }
  switch (format) {
    case 'table':
      return (await import('./terminal/table-view.ts')).renderTable
    case 'json':
      return (await import('./json.ts')).renderJson
    case 'ndjson':
      return (await import('./ndjson.ts')).renderNdjson
    case 'csv':
      return (await import('./csv.ts')).renderCsv
    case 'tsv':
      return (await import('./tsv.ts')).renderTsv
    case 'ids':
      return (await import('./ids.ts')).renderIds
  }
}
