import type { Language } from '../../core/language.ts'
import { Html, html } from '../../html/html.ts'
import type { PageAnswer } from './page.ts'
import { stylesheet, stylesheetHash } from './stylesheet.ts'

/** As it is: it holds nothing that a page brings. */
const style = new Html(stylesheet)

export interface WebPage {
  language: Language
  status?: number
  title: string
  /** Under the title, which is its heading as well. */
  body: Html
  head?: Html
  /** Everybody sees the same: it may be kept, and found. */
  isPublic?: boolean
  isWide?: boolean
  /** Origins beside our own to which its forms may lead. */
  formTargets?: readonly string[]
  /** Who may show it in a frame: origins. */
  framedBy?: readonly string[]
  /** It shows pages of our own in frames. */
  hasFrames?: boolean
}

/** A page of our own: no script, nothing from elsewhere, no cookie. */
export const webPage = (page: WebPage): PageAnswer => ({
  status: page.status ?? 200,
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policyOf(page),
    'x-content-type-options': 'nosniff',
    // The address of a page is what lets its reader in, so nobody else is told it. `no-referrer`
    // would take the Origin from our own forms too, which shows that they are ours.
    'referrer-policy': 'same-origin',
    ...(page.isPublic
      ? { 'cache-control': 'no-cache' }
      : { 'cache-control': 'no-store', 'x-robots-tag': 'noindex' }),
  },
  body: documentOf(page).text,
})

/** Browsers hold a form to its policy through every redirect that answers it. */
const policyOf = ({ formTargets = [], framedBy = [], hasFrames }: WebPage): string =>
  [
    "default-src 'none'",
    `style-src ${stylesheetHash}`,
    `form-action ${["'self'", ...formTargets].join(' ')}`,
    ...(hasFrames ? ["frame-src 'self'"] : []),
    "base-uri 'none'",
    `frame-ancestors ${framedBy.length > 0 ? framedBy.join(' ') : "'none'"}`,
  ].join('; ')

const documentOf = ({ language, title, body, head, isWide }: WebPage): Html => html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<style>${style}</style>
${head}</head>
<body>
<main${isWide && html` class="wide"`}>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`
