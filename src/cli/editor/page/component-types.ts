import type { Editor } from 'grapesjs'
import { emptyPicture } from './images/empty-picture.ts'
import { addChipType } from './text/merge-chips.ts'

/** Elements that are edited as text if they contain nothing else. */
const textTags = 'td, th, center, font, p, h1, h2, h3, h4, h5, h6, ul, ol, li, a, span, div'

/** Adds the types of components that messages have. */
export function addTypes(editor: Editor): void {
  editor.Components.addType('prose', {
    extend: 'text',
    isComponent: (element) =>
      element.matches?.(textTags) && !element.matches('a') && isProse(element),
  })
  // Without an address, the editor would write a drawing of its own into the message.
  editor.Components.addType('image', {
    model: { defaults: { src: '', fallback: emptyPicture, resizable: false } },
  })
  addChipType(editor)
}

/** The cell of a button is no text: only the label in its link is edited. */
const isProse = (element: HTMLElement): boolean =>
  (element.textContent?.trim() !== '' || element.matches('p, h1, h2, h3, h4, h5, h6')) &&
  !element.querySelector('table, div, p, img, hr, h1, h2, h3, h4, .rm-face') &&
  (element.matches('ul, ol') || !element.querySelector('ul, ol, li'))
