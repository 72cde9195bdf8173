import { toIsoTime } from '../../core/time.ts'
import type { Template, TemplateSummary } from './store.ts'

/** Returns a template as lists show it. */
export const summaryOf = (template: TemplateSummary) => ({
  id: template.id,
  name: template.name,
  asunto: template.asunto,
  version: template.version,
  archived: template.archived === 1,
  created_at: toIsoTime(template.created_at),
  updated_at: toIsoTime(template.updated_at),
})

/** Returns a template with the content of the requested version. */
export const detailOf = (template: Template) => ({
  ...summaryOf(template),
  version: template.shown_version,
  html: template.html,
  editor_json: template.editor_json,
  mjml: template.mjml,
  text: template.text,
})
