/** Returns an element of the page's own document. */
export function byId<E extends HTMLElement = HTMLElement>(id: string): E {
  const found = document.getElementById(id)
  if (!found) throw new Error(`#${id} is not in the page`)
  return found as E // page-document.ts defines its type
}

export const field = (id: string): HTMLInputElement => byId<HTMLInputElement>(id)

export const onClick = (id: string, act: () => unknown): void => {
  byId(id).addEventListener('click', () => void act())
}

/** Marks one button of a group as selected. */
export function selectButton(id: string, others: readonly string[]): void {
  for (const other of others) byId(other).setAttribute('aria-pressed', String(other === id))
}

export function setText(id: string, sentence: string): void {
  byId(id).textContent = sentence
}

export function createButton(label: string, act: () => unknown): HTMLButtonElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'plain'
  button.textContent = label
  button.addEventListener('click', () => void act())
  return button
}
