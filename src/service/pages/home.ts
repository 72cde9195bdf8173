import { Failure } from '../../core/failure.ts'
import { html } from '../../html/html.ts'
import { messages } from '../../messages/all.ts'
import { fill } from '../../messages/fill.ts'
import type { Page } from '../http/page.ts'
import { webPage } from '../http/web-page.ts'

/**
 * The page of the host itself. It says what the host is to people who have seen its name in a message.
 * Programs get the error for an unknown address.
 */
export const homePages = (apiUrl: string): readonly Page[] => [
  {
    method: 'GET',
    path: '/',
    handle({ headers, language }) {
      if (!headers.accept?.includes('text/html')) throw new Failure('no_such_route')
      const { title, text, change, api } = messages[language].pages.home
      return webPage({
        language,
        title,
        body: html`<section>
<p>${text}</p>
<p>${change}</p>
</section>
<p class="quiet">${fill(api, { url: apiUrl })}</p>`,
      })
    },
  },
]
