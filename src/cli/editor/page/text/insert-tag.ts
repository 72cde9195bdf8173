import { type Canvas, documentOf } from '../canvas.ts'
import { byId, field, onClick } from '../elements.ts'
import { chipOf, labelOfTag, writePlainSpaces, writeTag } from './merge-chips.ts'

/** Whether a merge tag can contain the key without quotes. */
const isName = (key: string): boolean => /^[\p{L}_][\p{L}\w-]*$/u.test(key)

/** Inserts a merge tag at the cursor: in a field, the HTML, or text on the canvas. */
export function setUpTagInsertion({ editor }: Canvas, keys: readonly string[]): void {
  const select = byId<HTMLSelectElement>('tag')
  for (const key of keys.filter(isName)) {
    const tag = `{{ ${key} }}`
    select.append(new Option(labelOfTag(tag), tag))
  }
  let last: HTMLInputElement | HTMLTextAreaElement | undefined
  for (const id of ['asunto', 'preheader', 'html']) {
    const written = field(id)
    written.addEventListener('focus', () => {
      last = written
    })
  }
  editor.on('component:selected rte:enable', () => {
    last = undefined
  })
  documentOf(editor).addEventListener('input', ({ target }) => {
    const text = target as Element | null // the input event of the frame has an element
    if (text?.matches('[contenteditable=true]')) writePlainSpaces(text as HTMLElement)
  })
  // A press elsewhere would end the text editing and lose the cursor.
  byId('tag-insertion').addEventListener('mousedown', (event) => event.stopPropagation())
  byId('insert-tag').addEventListener('pointerdown', (event) => event.preventDefault())
  onClick('insert-tag', () => {
    const key = select.value.replace(/^\{\{ | \}\}$/g, '')
    const tag = writeTag({ key, fallback: field('tag-default').value })
    if (last) insertInto(last, tag)
    else insertInText(key, tag)
  })

  function insertInText(key: string, tag: string): void {
    const frame = documentOf(editor)
    // An address is the target of a link.
    const inserted = key.endsWith('_url') ? linkOf(tag) : chipOf(tag)
    const text = frame.querySelector<HTMLElement>('[contenteditable=true]')
    const selection = frame.getSelection()
    if (!text || !selection?.rangeCount || !text.contains(selection.anchorNode)) {
      editor.getSelected()?.append(inserted.outerHTML)
      return
    }
    const range = selection.getRangeAt(0)
    range.deleteContents()
    // The browser's own command leaves the cursor inside of the chip.
    range.insertNode(inserted)
    // A split at the end of a text leaves an empty one.
    text.normalize()
    editor.Canvas.getFrameEl().focus()
    text.focus()
    range.setStartAfter(inserted)
    range.collapse(true)
    selection.removeAllRanges()
    selection.addRange(range)
    text.dispatchEvent(new Event('input', { bubbles: true }))
  }
}

function linkOf(tag: string): HTMLElement {
  const link = document.createElement('a')
  link.setAttribute('href', tag)
  link.textContent = labelOfTag(tag)
  return link
}

function insertInto(written: HTMLInputElement | HTMLTextAreaElement, tag: string): void {
  const { selectionStart: from, selectionEnd: to } = written
  written.setRangeText(tag, from ?? written.value.length, to ?? written.value.length, 'end')
  written.dispatchEvent(new Event('input'))
  written.focus()
}
