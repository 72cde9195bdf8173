import type { Component, Editor } from 'grapesjs'
import type { BlockId } from '../../../html/message/blocks.ts'
import type { Theme } from '../../../html/message/theme.ts'
import type { Canvas } from './canvas.ts'
import { documentOf } from './canvas.ts'
import { blockFor, insertAt, type Place, placeAfter } from './insertion.ts'
import { kindOf } from './kinds.ts'
import { elementsIn, partsOf, unitOf } from './structure.ts'

/** What can be done with the selection. */
export interface Actions {
  /** Adds a block after the selection, or at a place, and edits it. */
  add(id: BlockId, place?: Place): Promise<void>
  /** Edits the text that a component is or belongs to. Asks for the address of a picture. */
  editText(component: Component): Promise<void>
  /** Edits a text with all of it selected, so that typing replaces it. */
  editAll(text: Component): Promise<void>
  move(component: Component, by: -1 | 1): void
  moveTo(component: Component, place: Place): void
  duplicate(component: Component): void
  remove(component: Component): void
}

interface ActionsOptions {
  canvas: Canvas
  theme: Theme
  isContent(id: BlockId): boolean
  /** Asks for the address of a new link or picture. */
  askAddress(component: Component): void
}

export function createActions({ canvas, theme, isContent, askAddress }: ActionsOptions): Actions {
  const { editor } = canvas

  async function add(id: BlockId, at?: Place): Promise<void> {
    await canvas.commitText()
    const root = editor.getWrapper()
    if (!root) return
    const place = at ?? placeAfter(editor.getSelected() ?? root, isContent(id))
    const added = insertAt(place, canvas.protect(blockFor(id, place, theme)))
    if (!added) return
    const main = isContent(id) ? mainPartOf(added) : added
    editor.select(main)
    editor.Canvas.scrollTo(added)
    const kind = kindOf(main)
    if (kind === 'button' || kind === 'image') askAddress(main)
    else if (isContent(id) && main.isInstanceOf('text')) await editAll(main)
  }

  async function editAll(text: Component): Promise<void> {
    const enabled = new Promise<void>((resolve) => {
      text.once('rte:enable', () => resolve())
    })
    await editText(text)
    await enabled
    const element = text.getEl()
    if (element) documentOf(editor).getSelection()?.selectAllChildren(element)
  }

  async function editText(component: Component): Promise<void> {
    if (component.tagName === 'img') {
      askAddress(component)
      return
    }
    const text = textOf(component)
    if (!text) return
    // The editor moves the focus only into a text that is not being edited yet.
    await canvas.commitText()
    editor.select(text)
    editor.Canvas.getFrameEl().focus()
    text.trigger('active')
  }

  function move(component: Component, by: -1 | 1): void {
    const unit = unitOf(component)
    const around = unit.parent()
    const siblings = partsOf(around)
    const sibling = siblings[siblings.indexOf(unit) + by]
    if (!around || !sibling) return
    unit.move(around, { at: sibling.index() + (by < 0 ? 0 : 1) })
    editor.select(component)
  }

  function moveTo(component: Component, { around, before }: Place): void {
    const unit = unitOf(component)
    if (before === unit) return
    unit.move(around, { at: before ? before.index() : around.components().length })
    editor.select(component)
  }

  function duplicate(component: Component): void {
    const unit = unitOf(component)
    const [added] = unit.parent()?.append(unit.clone(), { at: unit.index() + 1 }) ?? []
    if (added) editor.select(added)
  }

  function remove(component: Component): void {
    if (kindOf(component) === 'page') return
    const isInline = component.is('merge-tag') || kindOf(component) === 'link'
    const unit = isInline ? component : unitOf(component)
    const siblings = partsOf(unit.parent())
    const next = siblings[siblings.indexOf(unit) + 1] ?? siblings[siblings.indexOf(unit) - 1]
    unit.remove()
    if (next) editor.select(next)
    else editor.select()
  }

  const actions = { add, editText, editAll, move, moveTo, duplicate, remove }
  setUpKeys(editor, actions)
  return actions
}

/** Keys on the canvas, for the selection. */
function setUpKeys(editor: Editor, { editText, remove }: Actions): void {
  editor.Commands.add('core:component-delete', () => {
    const selected = editor.getSelected()
    if (selected) remove(selected)
    return []
  })
  editor.Commands.add('core:copy', () => {
    const selected = editor.getSelected()
    if (selected) editor.getModel().set('clipboard', [unitOf(selected)])
  })
  documentOf(editor).addEventListener(
    'dblclick',
    () => {
      const selected = editor.getSelected()
      if (selected?.tagName === 'img') void editText(selected)
    },
    { capture: true }, // the view of an image stops the event
  )
  documentOf(editor).addEventListener('keydown', (event) => {
    const selected = editor.getSelected()
    if (event.key !== 'Enter' || editor.getEditing() || !selected) return
    event.preventDefault()
    void editText(selected)
  })
}

/** Returns the part of a new block that its author fills in first. */
function mainPartOf(added: Component): Component {
  const parts = [added, ...elementsIn(added)]
  const wanted = (each: Component) =>
    each.isInstanceOf('text') || each.tagName === 'img' || each.getClasses().includes('rm-face')
  return parts.find(wanted) ?? added
}

/** Returns the text that a component is, contains or belongs to. */
function textOf(component: Component): Component | undefined {
  const isText = (each: Component) => each.isInstanceOf('text')
  return [component, ...elementsIn(component), ...component.parents()].find(isText)
}
