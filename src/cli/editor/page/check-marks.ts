import type { Component } from 'grapesjs'
import { type Canvas, documentOf } from './canvas.ts'
import { byId } from './elements.ts'

/** A mark on an element of the canvas. */
export interface Mark {
  component: Component
  isError: boolean
  title: string
  act(): void
}

/**
 * Draws marks in a layer above the canvas. Inside the message, the editor would save them. Returns a
 * function that replaces all marks.
 */
export function setUpMarks({ editor }: Canvas): (marks: readonly Mark[]) => void {
  const layer = document.createElement('div')
  layer.className = 'marks'
  byId('canvas').append(layer)
  let drawn: { component: Component; box: HTMLElement }[] = []

  function position(): void {
    const origin = layer.getBoundingClientRect()
    const frame = editor.Canvas.getFrameEl().getBoundingClientRect()
    for (const { component, box } of drawn) {
      const element = component.getEl()
      box.hidden = !element?.isConnected
      if (!element) continue
      const { left, top, width, height } = element.getBoundingClientRect()
      box.style.left = `${frame.left - origin.left + left}px`
      box.style.top = `${frame.top - origin.top + top}px`
      box.style.width = `${width}px`
      box.style.height = `${height}px`
    }
  }
  const reposition = () => requestAnimationFrame(position)
  documentOf(editor).addEventListener('scroll', reposition, { capture: true, passive: true })
  window.addEventListener('resize', reposition)
  editor.on('update component:update component:input', reposition)
  const observer = new ResizeObserver(reposition)
  observer.observe(documentOf(editor).body)
  observer.observe(byId('canvas'))

  return (marks) => {
    drawn = marks.map(({ component, isError, title, act }) => {
      const box = document.createElement('div')
      box.className = isError ? 'mark error' : 'mark'
      const sign = document.createElement('button')
      sign.type = 'button'
      sign.tabIndex = -1 // the panel has the same items for the keyboard
      sign.textContent = isError ? '✖' : '!'
      sign.title = title
      sign.ariaLabel = title
      sign.addEventListener('click', act)
      box.append(sign)
      return { component, box }
    })
    layer.replaceChildren(...drawn.map(({ box }) => box))
    position()
  }
}
