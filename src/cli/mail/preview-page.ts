import type { Language } from '../../core/language.ts'
import { type Html, Html as HtmlText, html } from '../../html/html.ts'
import { inColorScheme } from '../../html/message/color-scheme.ts'
import type { Messages } from '../../messages/index.ts'
import type { ClientView } from './client-view.ts'
import type { ShownMessage } from './mail-part.ts'

type MailMessages = Messages['mailView']

interface PreviewPage {
  message: ShownMessage
  /** The message as text. */
  text: string
  language: Language
  messages: MailMessages
  /** The size of the HTML, written for people. */
  size: string
  client?: ClientView
}

/** No script of the message runs, and nothing of it can send a form. Its images are loaded. */
const policy = "script-src 'none'; object-src 'none'; form-action 'none'; base-uri 'none'"

/** Renders one page with a message in light, dark and on a phone, side by side, and its text. */
export function previewPage(page: PreviewPage): string {
  const { message, text, language, messages, size, client } = page
  const { labels, preview } = messages
  const lines = [
    [labels.from, message.from],
    [labels.to, message.to],
    [labels.replyTo, message.replyTo],
    [labels.preheader, message.preheader ?? ''],
    [preview.size, size],
  ].filter(([, value]) => value !== '')
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${message.subject}</title>
<style>${new HtmlText(style)}</style>
</head>
<body>
<header><h1>${message.subject}</h1>
<dl>${lines.map(([label, value]) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`)}</dl>
<p class="quiet">${preview.onlyHere}</p></header>
<main>
${client && clientSection(client, messages)}
${framesOf(message.html, messages)}
<section><h2>${preview.text}</h2><pre tabindex="0" aria-label="${preview.text}">${text}</pre></section>
</main>
</body>
</html>
`.text
}

function framesOf(source: string, { preview }: MailMessages): Html {
  if (source === '') return html`<p>${preview.noHtml}</p>`
  return html`${frame(preview.light, source, { scheme: 'light', name: 'wide' })}
${frame(preview.dark, source, { scheme: 'dark', name: 'wide' })}
${frame(preview.phone, source, { scheme: 'light', name: 'phone' })}`
}

interface FrameLook {
  scheme: 'light' | 'dark'
  name: string
}

/** A sandboxed frame. Its links open in a tab of their own. */
const frame = (title: string, source: string, { scheme, name }: FrameLook): Html =>
  html`<section><h2>${title}</h2><iframe class="${name}" style="color-scheme:${scheme}" title="${title}" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${inColorScheme(source, scheme)}"></iframe></section>`

function clientSection({ name, note, html: source, changes }: ClientView, messages: MailMessages) {
  const { clients } = messages
  const items = changes.map(
    ({ line, element, message, count }) =>
      html`<li><b>${line}</b> ${message} ${element !== '' && html`<code>${element}</code>`} ${count > 1 && `× ${count}`}</li>`,
  )
  return html`${frame(name, drawShapes(source), { scheme: 'light', name: 'wide' })}
<section class="changes"><h2>${name}</h2><p class="quiet">${note}</p>
${items.length === 0 ? html`<p>${clients.unchanged}</p>` : html`<ul tabindex="0" aria-label="${name}">${items}</ul>`}</section>`
}

/** Gives the shapes of VML, which browsers do not know, a size and a colour. */
const drawShapes = (source: string): string =>
  source.replace(/<v:(?:roundrect|rect)\b[^>]*>/gi, (tag) => {
    const height = Number(/height:\s*([\d.]+)px/i.exec(tag)?.[1] ?? 0)
    const arc = Number(/arcsize="([\d.]+)%"/i.exec(tag)?.[1] ?? 0)
    const [, fill = 'transparent'] = /fillcolor="(#[\da-f]{3,8}|[a-z]+)"/i.exec(tag) ?? []
    const look = `display:inline-block;background-color:${fill};line-height:${height}px;border-radius:${Math.round((arc * height) / 100)}px;`
    return tag.replace(/style="/i, (start) => start + look)
  })

const style = `
:root { color-scheme: light dark; --ink: #1f2328; --quiet: #59636e; --paper: #fff; --ground: #f4f5f7; --rule: #d9dde2 }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e8eb; --quiet: #a5adb8; --paper: #1b1f24; --ground: #111418; --rule: #333a42 } }
* { box-sizing: border-box }
body { margin: 0; padding: 1.25rem; background: var(--ground); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 .5rem }
h2 { font-size: 1rem; margin: 0 0 .5rem }
dl { display: flex; flex-wrap: wrap; gap: .25rem 2rem; margin: 0 0 .5rem }
dt { color: var(--quiet); font-size: .875rem }
dd { margin: 0 }
.quiet { color: var(--quiet); font-size: .875rem; margin: 0 0 .5rem }
main { display: flex; align-items: flex-start; gap: 1.25rem; overflow-x: auto; padding: .25rem 0 1rem }
section { flex: none; max-width: 100% }
iframe { border: 1px solid var(--rule); border-radius: .5rem; background: #fff; height: 46rem; max-width: 100% }
iframe.wide { width: 40.5rem } iframe.phone { width: 375px }
pre, .changes { width: 27rem; max-height: 48rem; overflow: auto }
pre { margin: 0; padding: 1rem; max-height: 46rem; background: var(--paper); border: 1px solid var(--rule); border-radius: .5rem; white-space: pre-wrap; font: .875rem/1.5 ui-monospace, monospace }
.changes ul { margin: 0; padding: 0; list-style: none; max-height: 40rem; overflow: auto }
.changes li { padding: .35rem 0; border-bottom: 1px solid var(--rule); font-size: .875rem }
.changes b { display: inline-block; min-width: 2.5rem; color: var(--quiet); font-variant-numeric: tabular-nums }
:focus-visible { outline: 3px solid #0b57d0; outline-offset: 2px }
@media (min-width: 40.01rem) { iframe { zoom: .7; height: 66rem } } /* so that all fit beside each other */
@media (max-width: 40rem) { main { flex-direction: column } pre, .changes { width: 100% } }
`
