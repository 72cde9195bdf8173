import type { Template, TemplateSummary } from './store.ts'

/** A template as lists show it. */
export const summaryOf = (template: TemplateSummary) => ({
  id: template.id,
  name: template.name,
  asunto: template.asunto,
  version: template.version,
  archived: template.archived === 1,
  created_at: new Date(template.created_at).toISOString(),
  updated_at: new Date(template.updated_at).toISOString(),
})

/** With its content, of the version that was asked for. */
export const detailOf = (template: Template) => ({
  ...summaryOf(template),
  version: template.shown_version,
  html: template.html,
  editor_json: template.editor_json,
  mjml: template.mjml,
  text: template.text,
})
