import type { Language } from '../../core/language.ts'
import { type Html, html } from '../../html/html.ts'
import { messages } from '../../messages/all.ts'
import type { Messages } from '../../messages/index.ts'
import { formPage } from '../http/form-page.ts'
import type { PageAnswer } from '../http/page.ts'
import { webPage } from '../http/web-page.ts'
import type { ReadMessage } from './message.ts'
import type { listMessages } from './store.ts'

type Words = Messages['sandboxPage']
type Listed = Awaited<ReturnType<typeof listMessages>>[number]

interface ListPage {
  language: Language
  /** The address that is filtered by; empty for all. */
  to: string
  messages: readonly Listed[]
  hasMore: boolean
}

export function listPage({ language, to, messages: listed, hasMore }: ListPage): PageAnswer {
  const words = messages[language].sandboxPage
  const last = hasMore && listed.at(-1)
  const filter = to === '' ? '' : `&to=${encodeURIComponent(to)}`
  return webPage({
    language,
    title: words.title,
    isWide: true,
    body: html`<form method="get">
<p><label for="to">${words.recipient}</label>
<input type="email" name="to" id="to" value="${to}"></p>
<p><button class="plain">${words.filter}</button></p>
</form>
<section>
${
  listed.length === 0
    ? html`<p>${words.empty}</p>`
    : html`<ul class="plain">
${listed.map((message) => entry(message, words, language))}</ul>`
}
</section>
<nav>${to !== '' && html`<a href="mail">${words.all}</a>`}<a href="">${words.refresh}</a>${
      last && html`<a href="?before=${last.id}${filter}">${words.older}</a>`
    }</nav>
${
  listed.length > 0 &&
  html`<form method="post">
<input type="hidden" name="act" value="clear">
<button class="plain">${words.clear}</button>
</form>`
}`,
  })
}

const entry = ({ id, subject, rcpt_to, received_at }: Listed, words: Words, language: Language) =>
  html`<li><a href="mail/${id}">${subject || words.noSubject}</a><br>
<small>${rcpt_to} · ${timeOf(received_at, language)}</small></li>
`

const timeOf = (at: number, language: Language): Html => {
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'medium' })
  return html`<time datetime="${new Date(at).toISOString()}">${format.format(at)}</time>`
}

export const parts = ['html', 'text', 'links', 'headers', 'source'] as const
export type Part = (typeof parts)[number]

interface MessagePage {
  language: Language
  message: Listed
  read: ReadMessage
  part: Part
  source: string
}

export function messagePage({ language, message, read, part, source }: MessagePage): PageAnswer {
  const words = messages[language].sandboxPage
  const oneClick = oneClickAddress(read)
  return webPage({
    language,
    title: message.subject || words.noSubject,
    isWide: true,
    hasFrames: true,
    ...(oneClick !== undefined && { formTargets: [new URL(oneClick).origin] }),
    body: html`<nav><a href="../mail">${words.all}</a></nav>
<section>
<dl>
<dt>${words.from}</dt><dd>${message.mail_from}</dd>
<dt>${words.to}</dt><dd>${message.rcpt_to}</dd>
<dt>${words.at}</dt><dd>${timeOf(message.received_at, language)}</dd>
</dl>
${oneClick !== undefined && oneClickForm(oneClick, words)}
</section>
<section>
<nav aria-label="${words.parts}">${parts.map(
      (each) =>
        html`<a href="?part=${each}"${each === part && html` aria-current="page"`}>${words[each]}</a>`,
    )}</nav>
${shownPart(part, { id: message.id, read, source, words })}
</section>`,
  })
}

export function noMessage(language: Language): PageAnswer {
  const { title, gone: text } = messages[language].sandboxPage
  return formPage({ language, status: 404, title, text })
}

/** Where a mailbox posts its one click: the first address on the web, and only when the message says so. */
function oneClickAddress({ headers }: ReadMessage): string | undefined {
  const headerOf = (wanted: string) =>
    headers.find(({ name }) => name.toLowerCase() === wanted)?.value ?? ''
  if (!/List-Unsubscribe=One-Click/i.test(headerOf('list-unsubscribe-post'))) return undefined
  const addresses = headerOf('list-unsubscribe').matchAll(/<([^<>]+)>/g)
  return [...addresses]
    .map(([, address = '']) => address.replace(/\s/g, ''))
    .find((address) => /^https?:/i.test(address) && URL.canParse(address))
}

const oneClickForm = (
  address: string,
  words: Words,
): Html => html`<form method="post" action="${address}">
<input type="hidden" name="List-Unsubscribe" value="One-Click">
<p><button class="plain">${words.oneClick}</button></p>
<p><small>${words.oneClickHint}</small></p>
</form>`

interface Shown {
  id: number
  read: ReadMessage
  source: string
  words: Words
}

function shownPart(part: Part, { id, read, source, words }: Shown): Html {
  const none = html`<p>${words.noPart}</p>`
  switch (part) {
    case 'html':
      return read.html === ''
        ? none
        : html`<iframe src="${id}/html" title="${words.html}" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>`
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
