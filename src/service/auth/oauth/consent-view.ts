import type { Language } from '../../../core/language.ts'
import { type Html, html } from '../../../html/html.ts'
import { messages } from '../../../messages/all.ts'
import { fill } from '../../../messages/fill.ts'
import type { Brand } from '../../brands/store.ts'
import type { PageAnswer } from '../../http/page.ts'
import { webPage } from '../../http/web-page.ts'
import { type Choice, choicesOf, suggestedOf } from './asked-scopes.ts'
import type { AuthorizationRequest } from './authorization-request.ts'
import { hostOf, isLocal, policySource } from './redirect-uri.ts'

interface ConsentView {
  language: Language
  brand: Brand | undefined
  /** The host of the service. */
  host: string
  /** Where a forgotten password is replaced. */
  forgotUrl: string
  request: AuthorizationRequest
  /** Identifies this form. */
  form: string
  /** What was sent before, and why it was refused. */
  again?: { username: string; level: string; status: number; problem: string }
}

/** The page on which a user logs in and says what an assistant may do. */
export function consentView({ request, ...view }: ConsentView): PageAnswer {
  const { language, brand, host, forgotUrl, form, again } = view
  const strings = messages[language].consentPage
  return webPage({
    language,
    status: again?.status ?? 200,
    title: strings.title,
    brand,
    // The answer to the form leads there.
    formTargets: [policySource(request.redirectUri)],
    body: html`<section>
<p>${fill(strings.asks, { host })}</p>
${aboutClient(language, request)}
</section>
<p>${strings.warning}</p>
<form method="post">
<section>
<input type="hidden" name="form" value="${form}">
${choices(language, request, again?.level)}
<h2>${strings.logIn}</h2>
${again && html`<p role="alert">${again.problem}</p>`}
<p><label>${strings.username}<input name="username" value="${again?.username ?? ''}" autocomplete="username" autocapitalize="none" spellcheck="false" maxlength="255" required></label></p>
<p><label>${strings.password}<input name="pass" type="password" autocomplete="current-password" maxlength="1024" required></label></p>
<p><a href="${forgotUrl}" target="_blank" rel="noreferrer">${strings.forgot}</a></p>
<p><button name="answer" value="allow">${strings.allow}</button></p>
<p><button class="plain" name="answer" value="deny" formnovalidate>${strings.deny}</button></p>
</section>
</form>
<p class="quiet">${strings.after}</p>`,
  })
}

/** The name could be anything, so it stands alone, and letters from right to left stay inside it. */
function aboutClient(language: Language, { client, redirectUri }: AuthorizationRequest): Html {
  const strings = messages[language].consentPage
  const host = hostOf(redirectUri)
  const known =
    client.host === null ? strings.selfNamed : fill(strings.describedAt, { host: client.host })
  return html`<ul class="plain">
<li><small>${strings.assistant}</small><br><strong><bdi>${client.name || strings.unnamed}</bdi></strong><br>${known}</li>
<li><small>${strings.returnsTo}</small><br>${isLocal(redirectUri) ? fill(strings.local, { host }) : host}</li>
</ul>`
}

function choices(language: Language, { scopes }: AuthorizationRequest, marked?: string): Html {
  const offered = choicesOf(scopes)
  const strings = messages[language].consentPage
  const first = offered.find(({ level }) => level === marked) ?? suggestedOf(offered)
  const choice = (each: Choice) => {
    const { title, text } = strings.levels[each.level]
    const shown = each.isPart ? fill(strings.only, { scopes: each.scopes.join(', ') }) : text
    return html`<label><input type="radio" name="level" value="${each.level}"${each === first && html` checked`}><span>${title}<br><small>${shown}</small></span></label>
`
  }
  return html`<fieldset>
<legend>${strings.question}</legend>
${offered.map(choice)}</fieldset>`
}

interface RefusalView {
  language: Language
  text: string
  /** Where the client waits for an answer. */
  back?: string
}

/** Says why a user is not asked. Only a link leads to the client, since anyone can register one. */
export function refusalView({ language, text, back }: RefusalView): PageAnswer {
  const { failed, back: link } = messages[language].consentPage
  return webPage({
    language,
    status: 400,
    title: failed,
    body: html`<section>
<p>${text}</p>
${back !== undefined && html`<p><a href="${back}" rel="noreferrer">${link}</a></p>`}
</section>`,
  })
}
