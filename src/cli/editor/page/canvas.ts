import type { Component, Editor, EditorConfig } from 'grapesjs'
import { drawMsoButtons } from '../../../html/message/button.ts'
import { messageDocument, withNarrowRules, withTitle } from '../../../html/message/document.ts'
import type { Theme } from '../../../html/message/theme.ts'
import { readDeclarations } from '../../../html/style-declarations.ts'
import {
  joinMessage,
  type MessageParts,
  preservesAll,
  splitMessage,
  unescapeTags,
} from '../message-parts.ts'
import { type KeepSource, sourceKeeper } from '../source/keep-source.ts'
import { addTypes } from './component-types.ts'
import { withLiveText } from './drafts/live-text.ts'
import { byId, field } from './elements.ts'
import { messages } from './messages.ts'
import { elementsIn } from './structure.ts'
import { wrapTags } from './text/merge-chips.ts'

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
  /** Returns the whole message with the text that the user is typing. */
  liveHtml(): Promise<string>
  /** Returns the whole message. Without changes it is the loaded message, byte for byte. */
  html(): string
  /** Sets the parts of new content aside that the editor must not change. */
  protect(content: string): string
  /** Returns the HTML of a component, with the parts that were set aside. */
  htmlIn(component: Component): string
  /** Changes a part that was set aside: the comment that a component is. */
  editKept(comment: Component, edit: (text: string) => string): void
  /** Returns the elements of the message in document order. */
  elements(): Component[]
}

/** A message as it was loaded or replaced. */
interface Version {
  html: string
  parts: MessageParts
  /** What the editor makes of it before any edit. */
  drawn: string
  /** Writes what the editor makes of it after edits. What has not changed is written as it was. */
  keepSource: KeepSource
}

/** The attribute of the root that holds the current version, because the editor undoes attributes. */
const versionName = 'data-version'

export async function openCanvas(theme: Theme): Promise<Canvas> {
  const editor = grapesjs.init(config)
  // The editor's own parser ends a declaration at any `;`, even inside a URL.
  Object.getPrototypeOf(editor.Parser.parserHtml).parseStyle = readDeclarations
  addTypes(editor)
  await new Promise<void>((resolve) => {
    editor.onReady(() => resolve())
  })
  let versions: Version[] = []
  let kept: string[] = []
  let isWriting = false
  editor.on('component:input', () => {
    isWriting = true
  })
  const drawn = () => editor.getWrapper()?.getInnerHTML() ?? ''

  function draw(html: string): boolean {
    const source = html.trim() === '' ? emptyMessage(theme) : html
    // Versions share the protected parts, because an undo brings back the comments of an older one.
    const parts = splitMessage(source, kept)
    editor.setComponents(parts.body)
    editor.getWrapper()?.addAttributes({ [versionName]: String(versions.length) })
    dressFrame(editor, source)
    const now = drawn()
    const keepSource = sourceKeeper({ source: parts.body, drawn: now })
    versions.push({ html, parts, drawn: now, keepSource })
    isWriting = false
    // Tags whose characters were written as entities are kept in the source.
    return preservesAll(unescapeTags(source), unescapeTags(joinMessage(parts, now)))
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
    if (now === version.drawn) return version.html
    const written = version.keepSource(now)
    // The source may break rules of HTML in a way that its tokens do not show.
    const body = isSameContent(written, unescapeTags(now)) ? written : unescapeTags(now)
    const joined = drawMsoButtons(joinMessage(version.parts, body))
    return withTitle(withNarrowRules(joined), field('asunto').value)
  }

  function editKept(comment: Component, edit: (text: string) => string): void {
    const [, index] = /^kept:(\d+)$/.exec(comment.content) ?? []
    const text = kept[Number(index)]
    if (text === undefined) return
    comment.set('content', `kept:${kept.push(edit(text)) - 1}`)
  }

  return {
    ...{ editKept, editor, load, replace, isEditingText: () => isWriting, commitText, html },
    liveHtml: () => withLiveText(editor, html),
    protect: (content) => splitMessage(`<body>${content}`, kept).body,
    htmlIn: (component) =>
      joinMessage(
        { before: '', body: '', after: '', parts: kept },
        unescapeTags(component.getInnerHTML()),
      ),
    elements: () => elementsIn(editor.getWrapper()),
  }
}

/** Whether a browser makes the same elements, texts and comments of two HTML texts. */
function isSameContent(one: string, other: string): boolean {
  const [first, second] = [one, other].map(
    (html) => new DOMParser().parseFromString(`<body>${html}`, 'text/html').body,
  )
  return first !== undefined && second !== undefined && isSameNode(first, second)
}

const isSameNode = (one: Node, other: Node): boolean =>
  one.nodeName === other.nodeName &&
  plainText(one) === plainText(other) &&
  one.childNodes.length === other.childNodes.length &&
  [...one.childNodes].every((child, index) => {
    const match = other.childNodes[index]
    return match !== undefined && isSameNode(child, match)
  })

/** Beside a merge tag, the editor writes a no-break space as a space. */
const plainText = ({ nodeValue }: Node) => nodeValue?.replaceAll('\u00a0', ' ')

/** The page of a new message, in the language of its author. */
const emptyMessage = (theme: Theme): string =>
  messageDocument({
    ...{ theme, sections: '', title: field('asunto').value },
    language: document.documentElement.lang,
  })

const config: EditorConfig = {
  container: '#canvas',
  height: '100%',
  width: 'auto',
  fromElement: false,
  // With `false`, the editor would still store each change, into nothing. For that it draws the text
  // that is being edited anew, and the selection is lost.
  storageManager: { type: '', autosave: false, autoload: false },
  telemetry: false,
  noticeOnUnload: false,
  cssIcons: '',
  // Mail programs apply style attributes; many ignore style sheets.
  avoidInlineStyle: false,
  forceClass: false,
  selectorManager: { componentFirst: true },
  baseCss: '',
  protectedCss: '',
  // The page has its own toolbars, which work by keyboard and have labels.
  showToolbar: false,
  richTextEditor: { custom: true },
  keymaps: {
    defaults: {
      'core:undo': { keys: '⌘+z, ctrl+z', handler: 'core:undo', opts: { prevent: true } },
      'core:redo': {
        keys: '⌘+shift+z, ctrl+shift+z',
        handler: 'core:redo',
        opts: { prevent: true },
      },
      'core:copy': { keys: '⌘+c, ctrl+c', handler: 'core:copy' },
      'core:paste': { keys: '⌘+v, ctrl+v', handler: 'core:paste' },
      'core:component-delete': {
        ...{ keys: 'backspace, delete', handler: 'core:component-delete', opts: { prevent: true } },
      },
    },
  },
  // Sections are dragged by drag-and-drop.ts.
  domComponents: { draggableComponents: false },
  panels: { defaults: [] },
  blockManager: { custom: true, blocks: [] },
  assetManager: { custom: { open: ({ close }: { close(): void }) => close() } },
  parser: {
    // After `<body>`, comments stay in place. Scripts were removed before.
    parserHtml: (text) =>
      wrapTags(new DOMParser().parseFromString(`<body>${text}`, 'text/html').body),
    optionsHtml: { keepEmptyTextNodes: true },
    textTypes: ['text', 'textnode', 'comment', 'merge-tag'],
  },
}

export function documentOf(editor: Editor): Document {
  const frame = editor.Canvas.getDocument()
  if (!frame) throw new Error('the canvas is not there yet')
  return frame
}

/** Styles of the canvas that are not part of the message. */
const frameStyle = `.merge-chip{background:#e3ecfd;color:#0b3d91;border:1px solid #8fb0ee;border-radius:10px;padding:0 6px;font-size:.9em;cursor:pointer}
td.rm-content:empty{height:240px}
td.rm-cell:empty{height:48px;outline:1px dashed #8b949e}
img[src=""]{min-height:96px;background:#eef1f4;outline:1px dashed #8b949e}`

/** Applies the styles and the `<body>` attributes of the message to the frame. */
function dressFrame(editor: Editor, html: string): void {
  const frame = documentOf(editor)
  const message = new DOMParser().parseFromString(html, 'text/html')
  for (const old of frame.querySelectorAll('style[data-message]')) old.remove()
  const styles = [...message.querySelectorAll('style')].map(({ textContent }) => textContent)
  for (const text of [frameStyle, ...styles]) {
    const style = frame.createElement('style')
    style.dataset.message = ''
    // The canvas shows the light scheme, as the page around it. The preview shows both.
    style.textContent = text?.replace(/\(prefers-color-scheme:\s*dark\)/gi, '(max-width:0)') ?? ''
    frame.head.append(style)
  }
  for (const name of ['style', 'bgcolor', 'dir', 'class']) {
    const value = message.body.getAttribute(name)
    if (value === null) frame.body.removeAttribute(name)
    else frame.body.setAttribute(name, value)
  }
  frame.documentElement.lang = message.documentElement.lang || document.documentElement.lang
  const iframe = byId('canvas').querySelector('iframe')
  if (iframe) iframe.title = messages.canvasFrame
}
