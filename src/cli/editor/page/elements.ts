/** An element of the page's own document, which is there in every language. */
export function byId<E extends HTMLElement = HTMLElement>(id: string): E {
  const found = document.getElementById(id)
  if (!found) throw new Error(`#${id} is not in the page`)
  return found as E // as page-document.ts has it
}

export const field = (id: string): HTMLInputElement => byId<HTMLInputElement>(id)

export const press = (id: string, act: () => unknown): void => {
  byId(id).addEventListener('click', () => void act())
}

/** One of a group of buttons is the chosen one. */
export function choose(id: string, others: readonly string[]): void {
  for (const other of others) byId(other).setAttribute('aria-pressed', String(other === id))
}

export function say(id: string, sentence: string): void {
  byId(id).textContent = sentence
}

export function buttonOf(label: string, act: () => unknown): HTMLButtonElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'plain'
  button.textContent = label
  button.addEventListener('click', () => void act())
  return button
}
