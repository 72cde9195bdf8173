import type { Call } from './calls.ts'
import type { Canvas } from './canvas.ts'
import { byId, createButton, field, setText } from './elements.ts'
import { messages } from './messages.ts'

interface Starter {
  id: string
  name: string
  description: string
}

/** Offers the starter templates while the message is empty. */
export async function offerStarters(call: Call, canvas: Canvas): Promise<void> {
  const offer = byId('starters')
  if (canvas.html() !== '') return
  const { items } = await call<{ items: Starter[] }>('starters')
  const close = () => {
    offer.hidden = true
  }
  const choices = items.map(({ id, name, description }) => {
    const item = document.createElement('li')
    const text = document.createElement('p')
    text.className = 'quiet'
    text.textContent = description
    item.append(
      createButton(name, async () => {
        const { html, subject } = await call<{ html: string; subject: string }>('starter', { id })
        canvas.replace(html)
        const written = field('asunto')
        if (written.value === '') written.value = subject
        written.dispatchEvent(new Event('input'))
        close()
        setText('status', messages.unsaved)
      }),
      text,
    )
    return item
  })
  byId('starter-list').replaceChildren(...choices)
  byId('close-starters').addEventListener('click', close)
  canvas.editor.on('component:add', close)
  offer.hidden = false
}
