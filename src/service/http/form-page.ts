import type { Language } from '../../core/language.ts'
import type { PageAnswer } from './page.ts'

export interface FormPage {
  language: Language
  status?: number
  title: string
  text: string
  /** Absent: nothing is left to ask. It posts to the page's own address. */
  button?: string
}

/** A page of one sentence and one button, for people who come from a mail. */
export const formPage = ({
  language,
  status = 200,
  title,
  text,
  button,
}: FormPage): PageAnswer => ({
  status,
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'; form-action 'self'; frame-ancestors 'none'",
    'cache-control': 'no-store',
    // The address of the page is what lets its reader in.
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
  },
  body: `<!doctype html>
<html lang="${language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(text)}</p>
${button === undefined ? '' : `<form method="post"><button>${escapeHtml(button)}</button></form>`}
</html>
`,
})

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (found) => entities[found] ?? found)
