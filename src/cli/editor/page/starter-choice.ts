import { escapeHtml } from '../../../html/html.ts'
import { inColorScheme } from '../../../html/message/color-scheme.ts'
import type { MessageBrand } from '../../../html/message/theme.ts'
import type { Call } from './calls.ts'
import type { Canvas } from './canvas.ts'
import { byId, createButton, field, setText } from './elements.ts'
import { emptyPicture } from './images/empty-picture.ts'
import { messages } from './messages.ts'

interface Starter {
  id: string
  name: string
  description: string
  subject: string
  html: string
}

/** Offers the starter templates while the message is empty. */
export async function offerStarters(
  call: Call,
  canvas: Canvas,
  { name: sender }: Pick<MessageBrand, 'name'>,
): Promise<void> {
  const offer = byId('starters')
  if (canvas.html() !== '') return
  const { items } = await call<{ items: Starter[] }>('starters')
  const close = () => {
    offer.hidden = true
  }
  const choices = items.map(({ name, description, subject, html }) => {
    const item = document.createElement('li')
    const text = document.createElement('p')
    text.className = 'quiet'
    text.textContent = description
    const choice = createButton(name, () => {
      canvas.replace(html)
      const written = field('asunto')
      if (written.value === '') written.value = subject
      written.dispatchEvent(new Event('input'))
      close()
      setText('status', messages.unsaved)
    })
    item.append(pictureOf(html, sender), choice, text)
    return item
  })
  byId('starter-list').replaceChildren(...choices)
  byId('close-starters').addEventListener('click', close)
  canvas.editor.on('component:add', close)
  offer.hidden = false
}

/**
 * A template on a small scale, with the sender's name and the defaults of the merge tags. A press on it goes to the
 * button beside it.
 */
function pictureOf(html: string, sender: string): HTMLElement {
  const around = document.createElement('div')
  around.className = 'starter-picture'
  around.ariaHidden = 'true'
  const frame = document.createElement('iframe')
  frame.tabIndex = -1
  frame.setAttribute('sandbox', '')
  frame.setAttribute('scrolling', 'no')
  frame.srcdoc = inColorScheme(html, 'light')
    .replaceAll('src=""', `src="${emptyPicture}"`)
    .replace(/\{\{\s*(\w+)[^{}]*?(?:default:\s*"([^"]*)"\s*)?\}\}/g, (_, tag, other) =>
      escapeHtml(other ?? (tag === 'sender_name' ? sender : '')),
    )
  around.append(frame)
  return around
}
