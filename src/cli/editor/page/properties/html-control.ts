import type { Component } from 'grapesjs'
import type { Canvas } from '../canvas.ts'
import { createButton } from '../elements.ts'
import { messages } from '../messages.ts'

/** A field for the HTML of a section. */
export function htmlControl(canvas: Canvas, section: Component): HTMLElement {
  const cell = section.find('td')[0]
  const group = document.createElement('div')
  const label = document.createElement('label')
  const field = document.createElement('textarea')
  field.spellcheck = false
  field.rows = 10
  field.value = cell ? canvas.htmlIn(cell) : ''
  label.append(messages.sectionHtml, field)
  const apply = createButton(messages.apply, () => cell?.components(canvas.protect(field.value)))
  group.append(label, apply)
  return group
}
