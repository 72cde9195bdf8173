import type { Component } from 'grapesjs'
import { heading, image, list, paragraph } from '../../../../html/message/elements.ts'
import { section } from '../../../../html/message/tables.ts'
import type { Theme } from '../../../../html/message/theme.ts'
import type { Canvas } from '../canvas.ts'
import { documentOf } from '../canvas.ts'
import { fitSection, insertAt, type Place, placeAfter, widthOf } from '../insertion.ts'
import { columnOf, partsOf } from '../structure.ts'
import { cleanPaste, type PastedBlock } from './clean-paste.ts'

interface PasteOptions {
  canvas: Canvas
  theme: Theme
  pasteImages(files: readonly File[]): void
}

/**
 * Pastes clean content. One paragraph becomes part of the text that is being edited. Several become
 * blocks after it.
 */
export function setUpPaste({ canvas, theme, pasteImages }: PasteOptions): void {
  const { editor } = canvas
  const frame = documentOf(editor)
  frame.addEventListener('paste', (event) => void paste(event), { capture: true })

  async function paste(event: ClipboardEvent): Promise<void> {
    const html = event.clipboardData?.getData('text/html') ?? ''
    const plain = event.clipboardData?.getData('text/plain') ?? ''
    const images = imageFilesIn(event.clipboardData)
    if (images.length > 0 && isPicture(html)) {
      event.preventDefault()
      event.stopImmediatePropagation()
      return pasteImages(images)
    }
    const isEditing = editor.getEditing() !== undefined
    if (html === '' && (isEditing || plain === '')) return
    // The editor pastes what it has copied itself.
    if (!isEditing && editor.getModel().get('clipboard')) return
    event.preventDefault()
    event.stopImmediatePropagation()
    const blocks = html === '' ? paragraphsOf(plain) : cleanPaste(html)
    const [first, ...more] = blocks
    const isInline = isEditing && first?.kind === 'text'
    if (isInline) frame.execCommand('insertHTML', false, first.html)
    const rest = isInline ? more : blocks
    if (rest.length > 0) await insertBlocks(rest)
  }

  async function insertBlocks(blocks: readonly PastedBlock[]): Promise<void> {
    await canvas.commitText()
    const root = editor.getWrapper()
    const selected = editor.getSelected() ?? root
    if (!selected) return
    let place = placeAfter(selected, true)
    let last: Component | undefined
    for (const block of blocks) {
      const width = widthOf(place.around, theme) - 48
      const content = contentOf(block, theme, width)
      const html = columnOf(selected) ? content : fitSection(section(content), place, theme)
      last = insertAt(place, canvas.protect(html))
      if (last) place = after(last, place)
    }
    if (last) editor.select(last)
  }
}

const imageFilesIn = (clipboard: DataTransfer | null): File[] =>
  [...(clipboard?.files ?? [])].filter(({ type }) => type.startsWith('image/'))

/** Whether pasted HTML is nothing but a picture. Word adds a picture of each text. */
const isPicture = (html: string): boolean =>
  new DOMParser().parseFromString(html, 'text/html').body.textContent?.trim() === ''

function after(last: Component, { around, isColumn }: Place): Place {
  const siblings = partsOf(around)
  return { around, isColumn, before: siblings[siblings.indexOf(last) + 1] }
}

function contentOf({ kind, html, items, alt }: PastedBlock, theme: Theme, width: number): string {
  if (kind === 'heading') return heading(theme, html)
  if (kind === 'image') return image(theme, { src: html, alt, width })
  if (kind === 'bullets') return list(theme, items)
  if (kind === 'numbers') return list(theme, items).replace('<ul', '<ol').replace('</ul>', '</ol>')
  return paragraph(theme, html)
}

const paragraphsOf = (plain: string): PastedBlock[] => {
  const lines = document.createElement('div')
  for (const paragraph of plain.split(/\r?\n\s*\r?\n/)) {
    const element = document.createElement('p')
    element.innerText = paragraph
    lines.append(element)
  }
  return cleanPaste(lines.innerHTML)
}
