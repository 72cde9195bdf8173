import type { Component } from 'grapesjs'
import type { Canvas } from './canvas.ts'
import { setUpMarks } from './check-marks.ts'
import { byId, createButton } from './elements.ts'
import { messages } from './messages.ts'

/** A link without an address that it was given. */
const emptyHref = /^(?:(?:https?|mailto|tel):\/{0,2}|#)?$/i

/** Whether a link leads nowhere, or a picture has no address. */
export function isUnfinished(component: Component): boolean {
  const { href = '', src = '', name, id } = component.getAttributes()
  if (component.tagName === 'img') return String(src).trim() === ''
  return (
    component.tagName === 'a' &&
    (name === undefined || href !== '') &&
    (id === undefined || href !== '') &&
    emptyHref.test(String(href).trim())
  )
}

interface UnfinishedOptions {
  canvas: Canvas
  ask: (component: Component) => void
}

/**
 * Marks links and pictures without an address beside their place, and lists them. Returns a function
 * that returns the first one.
 */
export function setUpUnfinished({ canvas, ask }: UnfinishedOptions): () => Component | undefined {
  const { editor } = canvas
  const showMarks = setUpMarks(canvas)
  let shown: readonly Component[] = []
  const found = () => canvas.elements().filter(isUnfinished)

  function draw(): void {
    const now = found()
    if (now.length === shown.length && now.every((each, index) => each === shown[index])) return
    shown = now
    const titleOf = ({ tagName }: Component) =>
      tagName === 'img' ? messages.pictureMissing : messages.addressMissing
    const act = (component: Component) => () => {
      editor.select(component)
      editor.Canvas.scrollTo(component, { force: true, block: 'center' })
      ask(component)
    }
    showMarks(
      now.map((component) => ({
        ...{ component, isError: true },
        title: titleOf(component),
        act: act(component),
      })),
    )
    const items = now.map((component) => {
      const item = document.createElement('li')
      item.className = 'error'
      item.append(createButton(titleOf(component), act(component)))
      return item
    })
    byId('unfinished-items').replaceChildren(...items)
  }

  editor.on('update', draw)
  draw()
  return () => found()[0]
}
