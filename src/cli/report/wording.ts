import type { Language } from '../../core/language.ts'
import type { ReportMessages } from '../../messages/report.ts'
import type { LocalFormat } from '../output/local-value.ts'

export interface Wording {
  language: Language
  messages: ReportMessages
  local: LocalFormat
  /** Whether the images of the message are loaded from the network. */
  loadsImages: boolean
}
