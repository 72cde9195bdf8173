import type { Component, Editor, EditorConfig } from 'grapesjs'
import { joinMessage, type MessageParts, preservesAll, splitMessage } from '../message-parts.ts'
import { readDeclarations } from '../style-declarations.ts'
import { blocks } from './blocks.ts'
import { byId } from './elements.ts'
import { messages } from './messages.ts'

declare const grapesjs: { init(config: EditorConfig): Editor }

/** The drag-and-drop canvas. */
export interface Canvas {
  editor: Editor
  /**
   * Loads a message. Returns false if the editor would lose a part of it; dragging is then
   * disabled.
   */
  load(html: string): boolean
  /**
   * Replaces the message as one change that can be undone. Returns false, and changes nothing, if the
   * editor would lose a part of it.
   */
  replace(html: string): boolean
  /** The user is typing text that `html` does not contain yet. */
  isEditingText(): boolean
  /** Ends the text editing, so that `html` contains the text. */
  commitText(): Promise<void>
  /** Returns the whole message. Without changes it is the loaded message, byte for byte. */
  html(): string
  /** Inserts after the selection, or at the end. */
  insert(content: string): void
  /** Returns the elements of the message in document order. */
  elements(): Component[]
}

/** A message as it was loaded or replaced. */
interface Version {
  html: string
  parts: MessageParts
  /** What the editor makes of it before any edit. */
  drawn: string
}

/** The attribute of the root that holds the current version, because the editor undoes attributes. */
const versionName = 'data-version'

export async function openCanvas(): Promise<Canvas> {
  const editor = grapesjs.init(config)
  // The editor's own parser ends a declaration at any `;`, even inside a URL.
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
  let versions: Version[] = []
  let kept: string[] = []
  let isWriting = false
  editor.on('component:input', () => {
    isWriting = true
  })
  const drawn = () => editor.getWrapper()?.getInnerHTML() ?? ''

  function draw(html: string): boolean {
    // Versions share the protected parts, because an undo brings back the comments of an older one.
    const parts = splitMessage(html.trim() === '' ? emptyMessage : html, kept)
    editor.setComponents(parts.body)
    editor.getWrapper()?.addAttributes({ [versionName]: String(versions.length) })
    dressFrame(editor, html)
    const version = { html, parts, drawn: drawn() }
    versions.push(version)
    isWriting = false
    return preservesAll(html, joinMessage(parts, version.drawn))
  }

  function load(html: string): boolean {
    versions = []
    kept = []
    const isFaithful = draw(html)
    editor.UndoManager.clear()
    return isFaithful
  }

  function replace(html: string): boolean {
    const isFaithful = draw(html)
    if (!isFaithful) editor.UndoManager.undo()
    return isFaithful
  }

  async function commitText(): Promise<void> {
    const view = editor.getEditing()?.view
    // Only text is edited, and its view can end that.
    if (view && 'disableEditing' in view)
      await (view as { disableEditing(): Promise<void> }).disableEditing()
    isWriting = false
  }

  function html(): string {
    const now = drawn()
    const version = versions[Number(editor.getWrapper()?.getAttributes()[versionName])]
    if (!version) return ''
    return now === version.drawn ? version.html : joinMessage(version.parts, now)
  }

  function insert(content: string): void {
    const point = insertionPoint(editor.getSelected())
    const [added] = point
      ? (point.parent()?.append(content, { at: point.index() + 1 }) ?? [])
      : (editor.getWrapper()?.append(content) ?? [])
    if (!added) return
    editor.select(added)
    editor.Canvas.scrollTo(added)
  }

  const elements = () => elementsIn(editor.getWrapper())
  return {
    ...{ editor, load, replace, isEditingText: () => isWriting, commitText, html, insert },
    elements,
  }
}

/** The empty document of a new message, in the language of its author. */
const emptyMessage = `<!doctype html>
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
  // Mail programs apply style attributes; many ignore style sheets.
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
    // After `<body>`, comments stay in place. Scripts were removed before.
    parserHtml: (text) => new DOMParser().parseFromString(`<body>${text}`, 'text/html').body,
    optionsHtml: { keepEmptyTextNodes: true },
  },
}

/**
 * Mail has text in table cells. An element with nothing but text is editable text, whatever its
 * tag.
 */
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

/** Applies the styles and the `<body>` attributes of the message to the frame. */
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
  if (iframe) iframe.title = messages.canvasFrame
}

/** Returns the elements inside a component: no text, white space, comments or merge tags. */
const elementsIn = (around: Component | undefined): Component[] =>
  (around?.components().models ?? []).flatMap((part) =>
    part.is('textnode') || part.is('comment') ? [] : [part, ...elementsIn(part)],
  )

const blockTags = new Set(['table', 'div', 'p', 'h1', 'h2', 'h3', 'ul', 'ol', 'hr', 'center'])
const containerTags = new Set(['body', 'td', 'div', 'center'])

/** Returns the nearest enclosing block element, after which a block can be inserted. */
function insertionPoint(selected: Component | undefined): Component | undefined {
  for (let each = selected; each; each = each.parent()) {
    const around = each.parent()
    if (!around) return undefined
    if (blockTags.has(each.tagName) && containerTags.has(around.tagName)) return each
  }
  return undefined
}
