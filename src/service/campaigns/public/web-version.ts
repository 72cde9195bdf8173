import type { Language } from '../../../core/language.ts'
import { Html, html as markup } from '../../../html/html.ts'
import { compileMerge, type MergeValues } from '../../mail/merge.ts'
import type { ContentSource } from '../content.ts'
import { closeGaps } from './close-gaps.ts'

/** Merge values for a page without a known reader. */
export const noReader: MergeValues = {
  email: '',
  nombre: '',
  conversion_token: '',
  unsubscribe_url: '#',
  subscription_url: '#',
}

/** Renders the message as a web page, without the footer of mail and without tracking. */
export function renderWebVersion(
  { asunto, html, text }: ContentSource,
  values: MergeValues,
  language: Language,
): string {
  const title = closeGaps(asunto, compileMerge(asunto, 'header', 'asunto').render(values))
  if (html.trim() === '') {
    const plain = compileMerge(text, 'text').render(values)
    return pageOf(language, title, markup`<pre style="white-space:pre-wrap">${plain}</pre>`)
  }
  const body = compileMerge(html, 'html').render(values)
  return /<(?:!doctype|html)\b/i.test(html) ? body : pageOf(language, title, new Html(body))
}

const pageOf = (language: Language, title: string, body: Html): string =>
  markup`<!doctype html>
<html lang="${language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<main>
${body}
</main>
</html>
`.text
