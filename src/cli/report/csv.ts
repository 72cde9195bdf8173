import { byteOrderMark, writeCsvRow } from '../../tabular/csv-writer.ts'
import type { CampaignReport } from './campaign-report.ts'

/** The report as rows: a section, what the row is about, the figure and its value. */
export function reportCsv(report: CampaignReport): string {
  const rows: [string, string, string, number][] = []
  const add = (section: string, item: string, figures: Record<string, unknown>) => {
    for (const [name, value] of Object.entries(figures)) {
      if (typeof value === 'number') rows.push([section, item, name, value])
    }
  }
  add('figures', '', report.figures)
  for (const { at, ...hour } of report.first_48_hours) add('first_48_hours', at, hour)
  for (const { url, ...link } of report.links) add('links', url, link)
  for (const { domain, ...results } of report.domains) add('domains', domain, results)
  for (const { kind, ...reason } of report.bounce_reasons) {
    add('bounce_reasons', `${reason.type}: ${kind}`, reason)
  }
  for (const { variant, ...results } of report.ab_test?.variants ?? []) {
    add('ab_test', variant, results)
  }
  add('comparison', '', report.comparison?.means ?? {})
  const head = ['section', 'item', 'figure', 'value']
  return byteOrderMark + [head, ...rows].map((row) => writeCsvRow(row)).join('')
}
