import { type Problem, refuse } from '../../core/failure.ts'
import { compileMerge } from '../mail/merge.ts'
import { renderMjml } from './mjml.ts'
import type { TemplateContent } from './store.ts'

/** As it was sent; what is not there is not said. */
export interface SentContent {
  asunto?: string | undefined
  html?: string | undefined
  text?: string | undefined
  mjml?: string | null | undefined
  editor_json?: string | null | undefined
}

/** The parts of a message in which merge tags stand. */
const parts = { asunto: 'header', html: 'html', text: 'text' } as const

/**
 * What a new version says otherwise than the one before, rendered and checked. MJML that comes with
 * HTML is kept beside it as it is.
 */
export async function readContent(sent: SentContent): Promise<Partial<TemplateContent>> {
  const { asunto, text, mjml = null, editor_json = null } = sent
  refuse(problemsOf(sent))
  const html = sent.html ?? (mjml === null ? undefined : await renderMjml(mjml))
  const content = {
    ...(asunto !== undefined && { asunto }),
    ...(text !== undefined && { text }),
    // Another HTML does not come from the sources of the one before.
    ...(html !== undefined && { html, mjml, editor_json }),
  }
  for (const part of ['asunto', 'html', 'text'] as const) {
    compileMerge(content[part] ?? '', parts[part], part)
  }
  return content
}

/** The document of an editor is nothing that we could make a message of. */
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
    return false // What is wrong with it is for the editor to say.
  }
}
