import type { Language } from '../../core/language.ts'
import { Html, html } from '../../html/html.ts'
import type { Brand } from '../brands/store.ts'
import { brandFooter, brandHeader, brandStyle, logoOrigin, type Style } from './brand-parts.ts'
import type { PageAnswer } from './page.ts'
import { stylesheet, stylesheetHash } from './stylesheet.ts'

/** Not escaped: it contains no input. */
const style = new Html(stylesheet)

export interface WebPage {
  language: Language
  status?: number
  title: string
  /** The content below the title, which is also the heading. */
  body: Html
  head?: Html
  /** The page is the same for everyone and may be cached and indexed. */
  isPublic?: boolean
  isWide?: boolean
  /** Other origins to which its forms may lead. */
  formTargets?: readonly string[]
  /** Origins that may embed it in a frame. */
  framedBy?: readonly string[]
  /** The sender that the page speaks for, if it is known. */
  brand?: Brand | undefined
  /** It shows our own pages in frames. */
  hasFrames?: boolean
}

/** A page of our own: no scripts, no cookies, and no third-party content but the logo of the brand. */
export function webPage(page: WebPage): PageAnswer {
  const branded = page.brand && brandStyle(page.brand)
  return {
    status: page.status ?? 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policyOf(page, branded),
      'x-content-type-options': 'nosniff',
      // The address of a page authorises its reader, so no other site may learn it. `no-referrer`
      // would also remove the Origin of our own forms, which proves that they are ours.
      'referrer-policy': 'same-origin',
      ...(page.isPublic
        ? { 'cache-control': 'no-cache' }
        : { 'cache-control': 'no-store', 'x-robots-tag': 'noindex' }),
    },
    body: documentOf(page, branded).text,
  }
}

/** Browsers apply `form-action` to every redirect that answers a form. */
function policyOf(
  { formTargets = [], framedBy = [], hasFrames, brand }: WebPage,
  branded: Style | undefined,
): string {
  const logo = brand && logoOrigin(brand)
  return [
    "default-src 'none'",
    `style-src ${[stylesheetHash, ...(branded ? [branded.hash] : [])].join(' ')}`,
    ...(logo ? [`img-src ${logo}`] : []),
    `form-action ${["'self'", ...formTargets].join(' ')}`,
    ...(hasFrames ? ["frame-src 'self'"] : []),
    "base-uri 'none'",
    `frame-ancestors ${framedBy.length > 0 ? framedBy.join(' ') : "'none'"}`,
  ].join('; ')
}

const documentOf = (
  { language, title, body, head, isWide, brand }: WebPage,
  branded: Style | undefined,
): Html => html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<style>${style}</style>
${branded?.element}${head}</head>
<body>
${brand && brandHeader(brand)}<main${isWide && html` class="wide"`}>
<h1>${title}</h1>
${body}
</main>
${brand && brandFooter(language, brand)}</body>
</html>
`
