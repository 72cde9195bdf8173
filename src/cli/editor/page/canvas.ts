import type { Component, Editor, EditorConfig } from 'grapesjs'
import { holdsAll, putTogether, takeApart } from '../message-parts.ts'
import { readDeclarations } from '../style-declarations.ts'
import { blocks } from './blocks.ts'
import { byId } from './elements.ts'
import { words } from './words.ts'

declare const grapesjs: { init(config: EditorConfig): Editor }

/** The message as something to drag about in. */
export interface Canvas {
  editor: Editor
  /** False when a part of it would not come out as it went in: then nothing may be dragged. */
  load(html: string): boolean
  /** Text is being written that `html` does not have yet. */
  isWriting(): boolean
  /** Takes over the text that is being written. */
  settle(): Promise<void>
  /** The whole message; as it was loaded, byte for byte, when nothing was changed. */
  html(): string
  /** Behind what is selected, else at the end. */
  insert(content: string): void
}

export async function openCanvas(): Promise<Canvas> {
  const editor = grapesjs.init(config)
  // Its own reader ends a declaration at any `;`, within an address too.
  Object.getPrototypeOf(editor.Parser.parserHtml).parseStyle = readDeclarations
  addTypes(editor)
  await new Promise<void>((resolve) => {
    editor.onReady(() => resolve())
  })
  documentOf(editor).addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || editor.getEditing()) return
    event.preventDefault()
    editor.getSelected()?.trigger('active')
  })
  let [loaded, parts, untouched] = ['', takeApart(''), '']
  let isWriting = false
  editor.on('component:input', () => {
    isWriting = true
  })
  const drawn = () => editor.getWrapper()?.getInnerHTML() ?? ''

  function load(html: string): boolean {
    loaded = html
    parts = takeApart(html.trim() === '' ? beginning : html)
    editor.setComponents(parts.body)
    editor.UndoManager.clear()
    dressFrame(editor, html)
    untouched = drawn()
    isWriting = false
    return holdsAll(html, putTogether(parts, untouched))
  }

  async function settle(): Promise<void> {
    const view = editor.getEditing()?.view
    // What is edited is text, and its view can end that.
    if (view && 'disableEditing' in view)
      await (view as { disableEditing(): Promise<void> }).disableEditing()
    isWriting = false
  }

  function html(): string {
    const now = drawn()
    return now === untouched ? loaded : putTogether(parts, now)
  }

  function insert(content: string): void {
    const place = placeBehind(editor.getSelected())
    const [added] = place
      ? (place.parent()?.append(content, { at: place.index() + 1 }) ?? [])
      : (editor.getWrapper()?.append(content) ?? [])
    if (!added) return
    editor.select(added)
    editor.Canvas.scrollTo(added)
  }

  return { editor, load, isWriting: () => isWriting, settle, html, insert }
}

/** What a message that is begun here stands in, in the language of whoever begins it. */
const beginning = `<!doctype html>
<html lang="${document.documentElement.lang}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"></head>
<body style="margin:0"></body>
</html>
`

const config: EditorConfig = {
  container: '#canvas',
  height: '100%',
  width: 'auto',
  fromElement: false,
  storageManager: false,
  telemetry: false,
  noticeOnUnload: false,
  cssIcons: '',
  // Mail programs read style attributes; many drop a style sheet.
  avoidInlineStyle: false,
  forceClass: false,
  selectorManager: { componentFirst: true },
  baseCss: '',
  protectedCss: '',
  panels: { defaults: [] },
  blockManager: {
    custom: true,
    blocks: blocks.map(({ id, label, content }) => ({ id, label, content })),
  },
  assetManager: { custom: { open: ({ close }: { close(): void }) => close() } },
  parser: {
    // Behind `<body>` a comment stays where it is; scripts were taken out before.
    parserHtml: (text) => new DOMParser().parseFromString(`<body>${text}`, 'text/html').body,
    optionsHtml: { keepEmptyTextNodes: true },
  },
}

/** Mail has its text in cells: what holds nothing but text is text, whatever it is called. */
function addTypes(editor: Editor): void {
  editor.Components.addType('text-cell', {
    extend: 'text',
    isComponent: (element) => element.matches?.('td, th, center, font') && isProse(element),
  })
}

const isProse = (element: HTMLElement): boolean =>
  element.textContent?.trim() !== '' &&
  !element.querySelector('table, div, p, img, ul, ol, h1, h2, h3, h4')

export function documentOf(editor: Editor): Document {
  const frame = editor.Canvas.getDocument()
  if (!frame) throw new Error('the canvas is not there yet')
  return frame
}

/** The frame looks as the message does: its styles, and what its `<body>` says. */
function dressFrame(editor: Editor, html: string): void {
  const frame = documentOf(editor)
  const message = new DOMParser().parseFromString(html, 'text/html')
  for (const old of frame.querySelectorAll('style[data-message]')) old.remove()
  for (const { textContent } of message.querySelectorAll('style')) {
    const style = frame.createElement('style')
    style.dataset.message = ''
    style.textContent = textContent
    frame.head.append(style)
  }
  for (const name of ['style', 'bgcolor', 'dir']) {
    const value = message.body.getAttribute(name)
    if (value === null) frame.body.removeAttribute(name)
    else frame.body.setAttribute(name, value)
  }
  frame.documentElement.lang = message.documentElement.lang || document.documentElement.lang
  const iframe = byId('canvas').querySelector('iframe')
  if (iframe) iframe.title = words.canvasFrame
}

const ownLine = new Set(['table', 'div', 'p', 'h1', 'h2', 'h3', 'ul', 'ol', 'hr', 'center'])
const holders = new Set(['body', 'td', 'div', 'center'])

/** What a block may stand behind: the nearest thing around that has a line of its own. */
function placeBehind(selected: Component | undefined): Component | undefined {
  for (let each = selected; each; each = each.parent()) {
    const around = each.parent()
    if (!around) return undefined
    if (ownLine.has(each.tagName) && holders.has(around.tagName)) return each
  }
  return undefined
}
