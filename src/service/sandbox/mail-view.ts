import type { Language } from '../../core/language.ts'
import { parseUrl } from '../../core/urls/parse-url.ts'
import { type Html, html } from '../../html/html.ts'
import { messages } from '../../messages/all.ts'
import type { Messages } from '../../messages/index.ts'
import { formPage } from '../http/form-page.ts'
import type { PageAnswer } from '../http/page.ts'
import { webPage } from '../http/web-page.ts'
import type { InboxMessage } from './inbox-message.ts'
import type { ReadMessage } from './message.ts'

type Strings = Messages['sandboxPage']

interface ListPage {
  language: Language
  /** The address to filter by; empty for all. */
  to: string
  messages: readonly InboxMessage[]
  hasMore: boolean
}

export function listPage({ language, to, messages: listed, hasMore }: ListPage): PageAnswer {
  const strings = messages[language].sandboxPage
  const last = hasMore && listed.at(-1)
  const filter = to === '' ? '' : `&to=${encodeURIComponent(to)}`
  return webPage({
    language,
    title: strings.title,
    isWide: true,
    body: html`<form method="get">
<p><label for="to">${strings.recipient}</label>
<input type="email" name="to" id="to" value="${to}"></p>
<p><button class="plain">${strings.filter}</button></p>
</form>
<section>
${
  listed.length === 0
    ? html`<p>${strings.empty}</p>`
    : html`<ul class="plain">
${listed.map((message) => entry(message, strings, language))}</ul>`
}
</section>
<nav>${to !== '' && html`<a href="mail">${strings.all}</a>`}<a href="">${strings.refresh}</a>${
      last && html`<a href="?before=${last.id}${filter}">${strings.older}</a>`
    }</nav>
${
  listed.length > 0 &&
  html`<form method="post">
<input type="hidden" name="act" value="clear">
<button class="plain">${strings.clear}</button>
</form>`
}`,
  })
}

const entry = (
  { id, from, subject, preheader, to, received_at }: InboxMessage,
  strings: Strings,
  language: Language,
) =>
  html`<li><a href="mail/${id}">${subject || strings.noSubject}</a>${preheader !== '' && html` – ${preheader}`}<br>
<small>${from} → ${to} · ${timeOf(received_at, language)}</small></li>
`

const timeOf = (at: string, language: Language): Html => {
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'medium' })
  return html`<time datetime="${at}">${format.format(new Date(at))}</time>`
}

export const parts = ['html', 'text', 'links', 'headers', 'source'] as const
type Part = (typeof parts)[number]

interface MessagePage {
  language: Language
  message: InboxMessage
  read: ReadMessage
  part: Part
  source: string
}

export function messagePage({ language, message, read, part, source }: MessagePage): PageAnswer {
  const strings = messages[language].sandboxPage
  const oneClick = oneClickAddress(read)
  return webPage({
    language,
    title: message.subject || strings.noSubject,
    isWide: true,
    hasFrames: true,
    ...(oneClick !== undefined && { formTargets: [new URL(oneClick).origin] }),
    body: html`<nav><a href="../mail">${strings.all}</a></nav>
<section>
<dl>
<dt>${strings.from}</dt><dd>${message.from}</dd>
<dt>${strings.to}</dt><dd>${message.to}</dd>
<dt>${strings.at}</dt><dd>${timeOf(message.received_at, language)}</dd>
</dl>
${oneClick !== undefined && oneClickForm(oneClick, strings)}
</section>
<section>
<nav aria-label="${strings.parts}">${parts.map(
      (each) =>
        html`<a href="?part=${each}"${each === part && html` aria-current="page"`}>${strings[each]}</a>`,
    )}</nav>
${renderPart(part, { id: message.id, read, source, strings })}
</section>`,
  })
}

export function noMessage(language: Language): PageAnswer {
  const { title, gone: text } = messages[language].sandboxPage
  return formPage({ language, status: 404, title, text })
}

/**
 * Returns the address of a one-click unsubscribe: the first web address, if the message declares
 * one-click.
 */
function oneClickAddress({ headers }: ReadMessage): string | undefined {
  const headerOf = (key: string) =>
    headers.find(({ name }) => name.toLowerCase() === key)?.value ?? ''
  if (!/List-Unsubscribe=One-Click/i.test(headerOf('list-unsubscribe-post'))) return undefined
  const addresses = headerOf('list-unsubscribe').matchAll(/<([^<>]+)>/g)
  return [...addresses]
    .map(([, address = '']) => address.replace(/\s/g, ''))
    .find((address) => /^https?:/i.test(address) && parseUrl(address) !== undefined)
}

const oneClickForm = (
  address: string,
  strings: Strings,
): Html => html`<form method="post" action="${address}">
<input type="hidden" name="List-Unsubscribe" value="One-Click">
<p><button class="plain">${strings.oneClick}</button></p>
<p><small>${strings.oneClickHint}</small></p>
</form>`

interface PartView {
  id: number
  read: ReadMessage
  source: string
  strings: Strings
}

function renderPart(part: Part, { id, read, source, strings }: PartView): Html {
  const none = html`<p>${strings.noPart}</p>`
  switch (part) {
    case 'html':
      return read.html === ''
        ? none
        : html`<iframe src="${id}/html" title="${strings.html}" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>`
    case 'text':
      return read.text === '' ? none : html`<pre>${read.text}</pre>`
    case 'links':
      return read.links.length === 0
        ? none
        : html`<ul class="plain">
${read.links.map(
  (link) => html`<li><a href="${link}" target="_blank" rel="noreferrer">${link}</a></li>
`,
)}</ul>`
    case 'headers':
      return html`<dl>
${read.headers.map(
  ({ name, value }) => html`<dt>${name}</dt><dd>${value}</dd>
`,
)}</dl>`
    case 'source':
      return html`<pre>${source}</pre>`
  }
}
