import { findMergeTags, maskMergeTags } from '../mail/merge-tags.ts'

// Some views of Outlook show elements that only have `display:none`.
const hidden = 'display:none;max-height:0;overflow:hidden;mso-hide:all'

/**
 * Inserts the preheader: the line after the subject in an inbox. It is the first text of the body,
 * and hidden there.
 */
export function insertPreheader(html: string, preheader: string): string {
  if (preheader.trim() === '' || html.trim() === '') return html
  const masked = maskMergeTags(html, findMergeTags(html))
  const body = /<body\b[^<>]*>/i.exec(masked)
  const at = body ? body.index + body[0].length : 0
  return `${html.slice(0, at)}<div style="${hidden}">${escapeText(preheader)}</div>${html.slice(at)}`
}

/** Escapes the text around merge tags. Their output is escaped when they are rendered. */
function escapeText(text: string): string {
  let escaped = ''
  let at = 0
  for (const { start, end } of findMergeTags(text)) {
    escaped += escapePlain(text.slice(at, start)) + text.slice(start, end)
    at = end
  }
  return escaped + escapePlain(text.slice(at))
}

const escapePlain = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;')
