import type { Language } from '../core/language.ts'
import type { report } from './en/report.ts'

/** Texts of the report of a campaign. */
export type ReportMessages = typeof report

export async function loadReportMessages(language: Language): Promise<ReportMessages> {
  return language === 'es'
    ? (await import('./es/report.ts')).report
    : (await import('./en/report.ts')).report
}
