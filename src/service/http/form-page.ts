import { html } from '../../html/html.ts'
import type { PageAnswer } from './page.ts'
import { type WebPage, webPage } from './web-page.ts'

export interface FormPage extends Omit<WebPage, 'body'> {
  text: string
  /** Absent: nothing is left to ask. It posts to the page's own address. */
  button?: string
}

/** A page of one sentence and one button, for people who come from a mail. */
export const formPage = ({ text, button, ...page }: FormPage): PageAnswer =>
  webPage({
    ...page,
    body: html`<section>
<p>${text}</p>
${button !== undefined && html`<form method="post"><button>${button}</button></form>`}
</section>`,
  })
