import { type Canvas, documentOf } from './canvas.ts'
import { byId, field, onClick } from './elements.ts'

/** Whether a merge tag can contain the key without quotes. */
const isName = (key: string): boolean => /^[\p{L}_][\p{L}\w-]*$/u.test(key)

/** Inserts a merge tag at the cursor: in a field, the HTML, or text on the canvas. */
export function setUpTagInsertion({ editor }: Canvas, keys: readonly string[]): void {
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
  // A click would end the text editing and lose the cursor.
  byId('insert-tag').addEventListener('pointerdown', (event) => event.preventDefault())
  onClick('insert-tag', () => {
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
