import { html } from '../../html/html.ts'
import type { PageAnswer } from './page.ts'
import { type WebPage, webPage } from './web-page.ts'

interface FormPage extends Omit<WebPage, 'body'> {
  text: string
  /** Omitted when there is nothing to confirm. It posts to the page's own address. */
  button?: string
}

/** A page with one sentence and one button, for visitors from a mail. */
export const formPage = ({ text, button, ...page }: FormPage): PageAnswer =>
  webPage({
    ...page,
    body: html`<section>
<p>${text}</p>
${button !== undefined && html`<form method="post"><button>${button}</button></form>`}
</section>`,
  })
