import { byId } from './elements.ts'

/** Saves with Ctrl-S, in the page and in the frame of the message. */
export function setUpSaveKey(frame: Document, save: () => void): void {
  for (const each of [document, frame]) {
    // Before the text editor handles the key.
    each.addEventListener('keydown', saveByKey, { capture: true })
  }

  function saveByKey(event: KeyboardEvent): void {
    if (!(event.ctrlKey || event.metaKey) || event.key !== 's') return
    event.preventDefault()
    // A property is taken over when its field is left.
    const written = document.activeElement
    if (written && byId('selected').contains(written)) written.dispatchEvent(new Event('change'))
    save()
  }
}
