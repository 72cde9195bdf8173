import { defaultMaxWidth, imageTypes, maxImageMegabytes } from '../../contract/shapes/media.ts'
import type { Language } from '../../core/language.ts'
import { type Html, Html as HtmlText, html } from '../../html/html.ts'
import type { EditorMessages } from '../../messages/editor.ts'
import { fill } from '../../messages/fill.ts'

type PageMessages = EditorMessages['page']

interface Page {
  kind: 'editor' | 'watch'
  assets: readonly string[]
  language: Language
  messages: PageMessages
  title: string
}

/**
 * Renders the page. It contains only the name of the campaign; the content is loaded with the
 * session key.
 */
export const pageDocument = ({ kind, assets, language, messages, title }: Page): string =>
  html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>${title}</title>
${assets.filter(isStyle).map((name) => html`<link rel="stylesheet" href="/${name}">\n`)}</head>
<body class="${kind}">
<script type="application/json" id="messages">${asData(messages)}</script>
${kind === 'editor' ? editorBody(messages, title) : watchBody(messages, title)}
${assets.filter((name) => !isStyle(name)).map((name) => html`<script src="/${name}" defer></script>\n`)}</body>
</html>
`.text

const isStyle = (name: string): boolean => name.endsWith('.css')

/** Escapes JSON for a script element, which a `<` could end. */
const asData = (messages: PageMessages): Html =>
  new HtmlText(JSON.stringify(messages).replaceAll('<', '\\u003c'))

const editorBody = (messages: PageMessages, title: string): Html => html`<header>
<h1>${title}</h1>
<p id="status" role="status"></p>
<div class="actions">
<button type="button" id="undo" class="plain">${messages.undo}</button>
<button type="button" id="redo" class="plain">${messages.redo}</button>
<button type="button" id="open-preview" class="plain">${messages.preview}</button>
<button type="button" id="open-test" class="plain">${messages.sendTest}</button>
<button type="button" id="save">${messages.save}</button>
<button type="button" id="done" class="plain">${messages.done}</button>
</div>
</header>
<div id="alert" role="alert"></div>
<div id="earlier" role="status"></div>
<section class="fields" aria-label="${messages.message}">
<label>${messages.subject} <input id="asunto" maxlength="255" autocomplete="off"></label>
<label id="preheader-label">${messages.preheader} <input id="preheader" maxlength="255" autocomplete="off"></label>
<div id="tag-insertion" class="row">
<label>${messages.mergeTag} <select id="tag"></select></label>
<label>${messages.tagDefault} <input id="tag-default" autocomplete="off" placeholder="${messages.tagDefaultHint}"></label>
<button type="button" id="insert-tag" class="plain">${messages.insert}</button>
</div>
<div role="group" aria-label="${messages.view}" class="switch">
<button type="button" id="design" aria-pressed="true">${messages.design}</button>
<button type="button" id="source" aria-pressed="false">${messages.source}</button>
</div>
</section>
<main>
<section id="blocks" aria-label="${messages.blocks}"><h2>${messages.blocks}</h2><p class="quiet">${messages.blocksHint}</p><div id="block-list"></div></section>
<div id="middle">
<div id="text-tools" role="toolbar" aria-label="${messages.textTools}"></div>
<section id="starters" aria-labelledby="starters-title" hidden><h2 id="starters-title">${messages.startWith}</h2><ul id="starter-list"></ul><button type="button" id="close-starters" class="plain">${messages.startEmpty}</button></section>
<div id="upload" hidden><p id="upload-status" role="status"></p><progress id="upload-progress" max="1" value="0" aria-label="${messages.images.progress}"></progress><button type="button" id="stop-upload" class="plain">${messages.images.stop}</button></div>
<p id="upload-note" role="status"></p>
<section id="canvas" aria-label="${messages.canvas}"></section>
</div>
<section id="code" aria-label="${messages.source}" hidden><label for="html">${messages.source}</label><textarea id="html" spellcheck="false"></textarea></section>
<div id="side">
<section id="properties" aria-label="${messages.properties}"><h2>${messages.properties}</h2><div id="selected"></div></section>
<section id="check" aria-label="${messages.check}"><h2>${messages.check}</h2>
<p id="check-status" role="status"></p>
<p id="check-stale" hidden>${messages.checkIsOfSaved}</p>
<div class="row"><button type="button" id="run-check" class="plain">${messages.checkNow}</button><button type="button" id="translate-tags" hidden>${messages.translateTags}</button></div>
<ul id="unfinished-items" class="items"></ul>
<ul id="check-items" class="items"></ul></section>
</div>
</main>
${previewDialog(messages)}${testDialog(messages)}${addressDialog(messages)}`

const previewDialog = (
  messages: PageMessages,
): Html => html`<dialog id="preview" aria-labelledby="preview-title">
<h2 id="preview-title">${messages.preview}</h2>
<form method="dialog" class="row">
<label id="contact-label">${messages.contact} <input id="contact" type="email" list="contacts" autocomplete="off"></label>
<datalist id="contacts"></datalist>
<button type="button" id="show-contact" class="plain">${messages.show}</button>
<div role="group" aria-label="${messages.width}" class="switch">
<button type="button" id="desktop" aria-pressed="true">${messages.desktop}</button>
<button type="button" id="phone" aria-pressed="false">${messages.phone}</button>
</div>
<div role="group" aria-label="${messages.scheme}" class="switch">
<button type="button" id="light" aria-pressed="true">${messages.light}</button>
<button type="button" id="dark" aria-pressed="false">${messages.dark}</button>
</div>
<button class="plain" id="close-preview">${messages.close}</button>
</form>
<p id="preview-status" role="status"></p>
<dl><dt>${messages.subject}</dt><dd id="preview-subject"></dd><dt>${messages.preheader}</dt><dd id="preview-preheader"></dd></dl>
<iframe id="preview-frame" sandbox="" title="${messages.previewFrame}"></iframe>
</dialog>`

const testDialog = (
  messages: PageMessages,
): Html => html`<dialog id="test" aria-labelledby="test-title">
<h2 id="test-title">${messages.sendTest}</h2>
<form method="dialog">
<label>${messages.testTo} <input id="test-emails" autocomplete="off" aria-describedby="test-hint"></label>
<p class="quiet" id="test-hint">${messages.testHint}</p>
<p id="test-status" role="status"></p>
<div class="row"><button type="button" id="send-test">${messages.sendTest}</button><button class="plain" id="close-test">${messages.close}</button></div>
</form>
</dialog>`

const addressDialog = (
  messages: PageMessages,
): Html => html`<dialog id="address" aria-labelledby="address-title">
<h2 id="address-title"></h2>
<form id="address-form" method="dialog">
${pictureChoice(messages)}
<p id="picture-alert" class="problem" role="alert"></p>
<label>${messages.address} <input id="address-url" autocomplete="off" inputmode="url" spellcheck="false"></label>
<div id="address-text"><label>${messages.imageText} <input id="address-alt" autocomplete="off" aria-describedby="alt-hint"></label><p class="quiet" id="alt-hint">${messages.images.altHint}</p></div>
<div class="row"><button id="accept-address">${messages.accept}</button><button type="button" class="plain" id="remove-link">${messages.removeLink}</button><button type="button" class="plain" id="cancel-address">${messages.cancel}</button></div>
</form>
</dialog>`

/** How an image is chosen: uploaded, or from those of the account. */
const pictureChoice = ({
  images,
}: PageMessages): Html => html`<section id="pictures" aria-labelledby="pictures-title">
<div class="row"><button type="button" id="upload-picture">${images.upload}</button><input type="file" id="picture-file" accept="${imageTypes.join(',')}" data-megabytes="${maxImageMegabytes}" data-width="${defaultMaxWidth}" aria-label="${images.upload}" hidden></div>
<p class="quiet">${fill(images.hint, { megabytes: maxImageMegabytes })}</p>
<p id="picture-status" role="status"></p>
<p id="picture-note" role="status"></p>
<div class="row" id="picture-upload" hidden><progress id="picture-progress" max="1" value="0" aria-label="${images.progress}"></progress><button type="button" id="stop-picture" class="plain">${images.stop}</button></div>
<h3 id="pictures-title">${images.yours}</h3>
<div id="picture-list" role="radiogroup" aria-labelledby="pictures-title"></div>
<button type="button" id="more-pictures" class="plain" hidden>${images.more}</button>
</section>`

const watchBody = (
  messages: PageMessages,
  title: string,
): Html => html`<header><h1>${title}</h1><p id="status" role="status"></p>
<div role="group" aria-label="${messages.width}" class="switch">
<button type="button" id="desktop" aria-pressed="true">${messages.desktop}</button>
<button type="button" id="phone" aria-pressed="false">${messages.phone}</button>
</div></header>
<div id="alert" role="alert"></div>
<main><iframe id="preview-frame" sandbox="" title="${messages.previewFrame}"></iframe></main>`
