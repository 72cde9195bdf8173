import type { Language } from '../../core/language.ts'
import { type Html, Html as HtmlText, html } from '../../html/html.ts'
import type { EditorWords } from '../../messages/editor.ts'

type Words = EditorWords['page']

interface Page {
  kind: 'editor' | 'watch'
  assets: readonly string[]
  language: Language
  words: Words
  title: string
}

/** The page without a word of the campaign but its name: what is in it is asked for with the key. */
export const pageDocument = ({ kind, assets, language, words, title }: Page): string =>
  html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>${title}</title>
${assets.filter(isStyle).map((name) => html`<link rel="stylesheet" href="/${name}">\n`)}</head>
<body class="${kind}">
<script type="application/json" id="words">${asData(words)}</script>
${kind === 'editor' ? editorBody(words, title) : watchBody(words, title)}
${assets.filter((name) => !isStyle(name)).map((name) => html`<script src="/${name}" defer></script>\n`)}</body>
</html>
`.text

const isStyle = (name: string): boolean => name.endsWith('.css')

/** JSON within a script element, which a `<` could end. */
const asData = (words: Words): Html =>
  new HtmlText(JSON.stringify(words).replaceAll('<', '\\u003c'))

const editorBody = (words: Words, title: string): Html => html`<header>
<h1>${title}</h1>
<p id="status" role="status"></p>
<div class="actions">
<button type="button" id="undo" class="plain">${words.undo}</button>
<button type="button" id="redo" class="plain">${words.redo}</button>
<button type="button" id="open-preview" class="plain">${words.preview}</button>
<button type="button" id="open-test" class="plain">${words.sendTest}</button>
<button type="button" id="save">${words.save}</button>
<button type="button" id="done" class="plain">${words.done}</button>
</div>
</header>
<div id="alert" role="alert"></div>
<section class="fields" aria-label="${words.message}">
<label>${words.subject} <input id="asunto" maxlength="255" autocomplete="off"></label>
<label>${words.preheader} <input id="preheader" maxlength="255" autocomplete="off"></label>
<label>${words.mergeTag} <select id="tag"></select></label>
<button type="button" id="insert-tag" class="plain">${words.insert}</button>
<div role="group" aria-label="${words.view}" class="switch">
<button type="button" id="design" aria-pressed="true">${words.design}</button>
<button type="button" id="source" aria-pressed="false">${words.source}</button>
</div>
</section>
<main>
<section id="blocks" aria-label="${words.blocks}"><h2>${words.blocks}</h2><p class="quiet">${words.blocksHint}</p><div id="block-list"></div></section>
<section id="canvas" aria-label="${words.canvas}"></section>
<section id="code" aria-label="${words.source}" hidden><label for="html">${words.source}</label><textarea id="html" spellcheck="false"></textarea></section>
<section id="properties" aria-label="${words.properties}"><h2>${words.properties}</h2><div id="selected"></div></section>
</main>
${previewDialog(words)}${testDialog(words)}`

const previewDialog = (
  words: Words,
): Html => html`<dialog id="preview" aria-labelledby="preview-title">
<h2 id="preview-title">${words.preview}</h2>
<form method="dialog" class="row">
<label>${words.contact} <input id="contact" type="email" list="contacts" autocomplete="off"></label>
<datalist id="contacts"></datalist>
<button type="button" id="show-contact" class="plain">${words.show}</button>
<div role="group" aria-label="${words.width}" class="switch">
<button type="button" id="desktop" aria-pressed="true">${words.desktop}</button>
<button type="button" id="phone" aria-pressed="false">${words.phone}</button>
</div>
<button class="plain" id="close-preview">${words.close}</button>
</form>
<p id="preview-status" role="status"></p>
<dl><dt>${words.subject}</dt><dd id="preview-subject"></dd><dt>${words.preheader}</dt><dd id="preview-preheader"></dd></dl>
<iframe id="preview-frame" sandbox="" title="${words.previewFrame}"></iframe>
</dialog>`

const testDialog = (words: Words): Html => html`<dialog id="test" aria-labelledby="test-title">
<h2 id="test-title">${words.sendTest}</h2>
<form method="dialog">
<label>${words.testTo} <input id="test-emails" autocomplete="off" aria-describedby="test-hint"></label>
<p class="quiet" id="test-hint">${words.testHint}</p>
<p id="test-status" role="status"></p>
<div class="row"><button type="button" id="send-test">${words.sendTest}</button><button class="plain" id="close-test">${words.close}</button></div>
</form>
</dialog>`

const watchBody = (
  words: Words,
  title: string,
): Html => html`<header><h1>${title}</h1><p id="status" role="status"></p>
<div role="group" aria-label="${words.width}" class="switch">
<button type="button" id="desktop" aria-pressed="true">${words.desktop}</button>
<button type="button" id="phone" aria-pressed="false">${words.phone}</button>
</div></header>
<div id="alert" role="alert"></div>
<main><iframe id="preview-frame" sandbox="" title="${words.previewFrame}"></iframe></main>`
