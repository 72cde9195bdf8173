import type { Component } from 'grapesjs'
import { escapeHtml } from '../../../../html/html.ts'
import type { Theme } from '../../../../html/message/theme.ts'
import type { Actions } from '../actions.ts'
import { type Canvas, documentOf } from '../canvas.ts'
import { byId } from '../elements.ts'
import { type IconName, iconOf } from '../icons.ts'
import { messages } from '../messages.ts'
import { colorsOf } from '../properties/color-control.ts'
import { writeAlign } from '../properties/style-writer.ts'
import { type AddressDialog, linkAtCursor } from './address-dialog.ts'

interface ToolbarOptions {
  canvas: Canvas
  actions: Actions
  theme: Theme
  addresses: AddressDialog
}

interface Tool {
  label: string
  /** An icon, or a letter that looks like what the tool does. */
  sign: IconName | 'B' | 'I' | 'U'
  act(): void | Promise<void>
}

/**
 * Shows the tools for the text that is being edited. Alt+F10 in the text moves the focus to them, as in
 * other editors, and Escape moves it back.
 */
export function setUpTextToolbar({ canvas, actions, theme, addresses }: ToolbarOptions): void {
  const { editor } = canvas
  const toolbar = byId('text-tools')
  const frame = documentOf(editor)

  const edited = (): Component | undefined => {
    const text = editor.getEditing() ?? editor.getSelected()
    return text?.isInstanceOf('text') ? text : undefined
  }
  /** Edits the selected text as a whole if none is being edited. */
  async function beEditing(): Promise<void> {
    const text = edited()
    if (text && !editor.getEditing()) await actions.editAll(text)
  }
  const command =
    (name: string, value = '') =>
    async () => {
      await beEditing()
      frame.execCommand('styleWithCSS', false, String(name === 'foreColor'))
      frame.execCommand(name, false, value)
      edited()?.emitUpdate()
      frame.querySelector<HTMLElement>('[contenteditable=true]')?.focus()
    }
  const align = (value: string) => () => {
    const text = edited()
    if (text) writeAlign(text, value)
  }

  async function toggleList(tag: 'ul' | 'ol'): Promise<void> {
    const text = edited()
    if (!text) return
    await canvas.commitText()
    const isList = text.tagName === 'ul' || text.tagName === 'ol'
    const items = isList
      ? text.components().models.map((item) => canvas.htmlIn(item))
      : canvas.htmlIn(text).split(/<br\b[^<>]*>/)
    const toText = text.tagName === tag
    const content = toText
      ? items.join('<br>')
      : items.map((item) => `<li style="margin:0 0 6px">${item}</li>`).join('')
    const style = { ...text.getStyle(), padding: toText ? '0' : '0 0 0 24px' }
    const classes = text.getClasses().join(' ')
    const declarations = Object.entries(style).map(([name, value]) => `${name}:${String(value)}`)
    const name = toText ? 'p' : tag
    const html = `<${name} class="${escapeHtml(classes)}" style="${escapeHtml(declarations.join(';'))}">${content}</${name}>`
    const isCell = ['td', 'th', 'div', 'center'].includes(text.tagName)
    const [changed] = isCell
      ? text.components(canvas.protect(`<${name} style="margin:0">${content}</${name}>`))
      : text.replaceWith(canvas.protect(html))
    if (changed) await actions.editText(changed)
  }

  async function link(): Promise<void> {
    await beEditing()
    if (editor.getEditing()) await addresses.linkSelection()
  }

  const tools: readonly Tool[] = [
    { label: messages.bold, sign: 'B', act: command('bold') },
    { label: messages.italic, sign: 'I', act: command('italic') },
    { label: messages.underline, sign: 'U', act: command('underline') },
    { label: messages.bulletList, sign: 'bulletList', act: () => toggleList('ul') },
    { label: messages.numberedList, sign: 'numberedList', act: () => toggleList('ol') },
    { label: messages.alignLeft, sign: 'alignLeft', act: align('left') },
    { label: messages.alignCenter, sign: 'alignCenter', act: align('center') },
    { label: messages.alignRight, sign: 'alignRight', act: align('right') },
    { label: messages.addLink, sign: 'link', act: link },
    { label: messages.clearFormat, sign: 'clearFormat', act: command('removeFormat') },
  ]
  const controls: HTMLElement[] = tools.map(({ label, sign, act }) => {
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'plain'
    if (sign === 'B' || sign === 'I' || sign === 'U') button.textContent = sign
    else button.append(iconOf(sign))
    button.dataset.sign = sign
    button.ariaLabel = label
    button.title = label
    button.addEventListener('click', () => void act())
    return button
  })
  controls.push(colorTool())
  toolbar.append(...controls)
  setUpFocus()

  function colorTool(): HTMLSelectElement {
    const select = document.createElement('select')
    select.ariaLabel = messages.color
    select.title = messages.color
    select.append(new Option(messages.color, ''))
    for (const { value, name } of colorsOf(theme)) select.append(new Option(name, value))
    select.addEventListener('change', () => {
      if (select.value !== '') void command('foreColor', select.value)()
      select.value = ''
    })
    return select
  }

  /** One stop of the Tab key, and arrows between the tools (the pattern of WAI-ARIA). */
  function setUpFocus(): void {
    const setCurrent = (index: number) => {
      for (const [at, control] of controls.entries()) control.tabIndex = at === index ? 0 : -1
    }
    setCurrent(0)
    toolbar.addEventListener('keydown', (event) => {
      const now = controls.indexOf(document.activeElement as HTMLElement)
      const steps: Record<string, number> = {
        ...{ ArrowRight: now + 1, ArrowLeft: now - 1, Home: 0, End: -1 },
      }
      const next = steps[event.key]
      if (event.key === 'Escape') backToText()
      if (next === undefined) return
      event.preventDefault()
      const index = (next + controls.length) % controls.length
      setCurrent(index)
      controls[index]?.focus()
    })
    // A press elsewhere would end the text editing.
    toolbar.addEventListener('mousedown', (event) => event.stopPropagation())
    frame.addEventListener('keydown', (event) => {
      if (!event.altKey || event.key !== 'F10') return
      event.preventDefault()
      controls.find(({ tabIndex }) => tabIndex === 0)?.focus()
    })
    frame.addEventListener(
      'keydown',
      (event) => {
        if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'k') return
        event.preventDefault()
        void link()
      },
      { capture: true },
    )
    frame.addEventListener('selectionchange', () => {
      for (const [index, name] of ['bold', 'italic', 'underline'].entries()) {
        const isOn = editor.getEditing() !== undefined && frame.queryCommandState(name)
        controls[index]?.setAttribute('aria-pressed', String(isOn))
      }
      controls[8]?.setAttribute('aria-pressed', String(linkAtCursor(frame) !== undefined))
    })
  }

  function backToText(): void {
    editor.Canvas.getFrameEl().focus()
    frame.querySelector<HTMLElement>('[contenteditable=true]')?.focus()
  }
}
