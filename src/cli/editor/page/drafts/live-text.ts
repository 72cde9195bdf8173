import type { Component, Editor } from 'grapesjs'

/**
 * Calls `read` while the model returns the text that is being typed, which it does not contain yet.
 * Ending the editing instead would take the cursor away from the user.
 */
export async function withLiveText<Result>(editor: Editor, read: () => Result): Promise<Result> {
  const editing = editor.getEditing()
  const typed = editing && (await typedIn(editor, editing))
  if (!editing || typed === undefined) return read()
  Object.defineProperty(editing, 'getInnerHTML', { value: () => typed, configurable: true })
  try {
    return read()
  } finally {
    Reflect.deleteProperty(editing, 'getInnerHTML') // the prototype has the real one
  }
}

/** Returns the HTML that the model will have after the editing. */
async function typedIn(editor: Editor, { view }: Component): Promise<string | undefined> {
  // Components outside the message, so that it does not change.
  const outside = editor.Components.getShallowWrapper()
  if (!view || !('getContent' in view) || !outside) return undefined
  const drawn = await (view as { getContent(): Promise<string> }).getContent()
  outside.components(editor.Parser.parseHtml(withoutMarks(editor, drawn)).html)
  const typed = outside.getInnerHTML()
  outside.components('')
  return typed
}

/** Removes what the editor has added to the elements that it draws. */
function withoutMarks(editor: Editor, drawn: string): string {
  const { body } = new DOMParser().parseFromString(`<body>${drawn}`, 'text/html')
  for (const chip of body.querySelectorAll<HTMLElement>('[data-merge-tag]')) {
    chip.replaceWith(chip.dataset.mergeTag ?? '')
  }
  for (const element of body.querySelectorAll('*')) {
    for (const name of ['data-gjs-type', 'data-highlightable', 'draggable']) {
      element.removeAttribute(name)
    }
    const component = editor.Components.getById(element.id)
    if (component && component.get('attributes')?.id === undefined) element.removeAttribute('id')
    const classes = [...element.classList].filter((name) => !name.startsWith('gjs-'))
    if (classes.length > 0) element.className = classes.join(' ')
    else element.removeAttribute('class')
  }
  return body.innerHTML
}
