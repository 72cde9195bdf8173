import { type Canvas, documentOf } from './canvas.ts'
import { byId, field, press } from './elements.ts'

/** A key that no merge tag can name has to be written by hand. */
const isName = (key: string): boolean => /^[\p{L}_][\p{L}\w-]*$/u.test(key)

/** Puts a merge tag where the person was writing: a field, the HTML, or text in the canvas. */
export function offerTags({ editor }: Canvas, keys: readonly string[]): void {
  const select = byId<HTMLSelectElement>('tag')
  const tags = keys.filter(isName).map((key) => `{{ ${key} }}`)
  for (const tag of tags) select.append(new Option(tag, tag))
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
  // The text in the canvas would be left, and its caret lost.
  byId('insert-tag').addEventListener('pointerdown', (event) => event.preventDefault())
  press('insert-tag', () => {
    if (last) insertInto(last, select.value)
    else insertInText(select.value)
  })

  function insertInText(tag: string): void {
    const frame = documentOf(editor)
    if (frame.activeElement?.matches('[contenteditable=true]')) {
      frame.execCommand('insertText', false, tag)
    } else editor.getSelected()?.append(tag)
  }
}

function insertInto(written: HTMLInputElement | HTMLTextAreaElement, tag: string): void {
  const { selectionStart: from, selectionEnd: to } = written
  written.setRangeText(tag, from ?? written.value.length, to ?? written.value.length, 'end')
  written.dispatchEvent(new Event('input'))
  written.focus()
}
