import { type Problem, refuse } from '../../core/failure.ts'
import { tryTemplate } from '../mail/trial.ts'
import type { Job } from '../rendering/job.ts'
import { renderMjml } from './mjml.ts'
import type { TemplateContent } from './store.ts'

/** Submitted content. Undefined parts stay unchanged. */
export interface SentContent {
  asunto?: string | undefined
  html?: string | undefined
  text?: string | undefined
  mjml?: string | null | undefined
  editor_json?: string | null | undefined
}

/** The parts of a message that can contain merge tags. */
const parts = { asunto: 'header', html: 'html', text: 'text' } as const

/**
 * Returns the rendered and validated parts of a new version that differ from the previous one. MJML
 * submitted together with HTML is stored without rendering.
 */
export const readContent: Job<SentContent, Partial<TemplateContent>> = {
  name: 'readContent',
  async run(sent) {
    const { asunto, text, mjml = null, editor_json = null } = sent
    refuse(problemsOf(sent))
    const html = sent.html ?? (mjml === null ? undefined : await renderMjml(mjml))
    const content = {
      ...(asunto !== undefined && { asunto }),
      ...(text !== undefined && { text }),
      // New HTML invalidates the sources of the previous one.
      ...(html !== undefined && { html, mjml, editor_json }),
    }
    for (const part of ['asunto', 'html', 'text'] as const) {
      tryTemplate(content[part] ?? '', parts[part], part)
    }
    return content
  },
}

/** The service cannot render an editor document, so it has to come with HTML or MJML. */
function problemsOf({ html, mjml, editor_json }: SentContent): Problem[] {
  if (typeof editor_json !== 'string') return []
  if (!isJson(editor_json)) return [{ field: 'editor_json', code: 'bad_json' }]
  const isRendered = html !== undefined || typeof mjml === 'string'
  return isRendered ? [] : [{ field: 'html', code: 'required' }]
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false // the editor reports the details
  }
}
