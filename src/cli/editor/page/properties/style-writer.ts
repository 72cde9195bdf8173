import type { Component } from 'grapesjs'
import { hasClassAround } from '../structure.ts'

/** Classes whose colour the dark scheme changes. A colour of the author's stays. */
const schemeClasses = {
  color: ['rm-text', 'rm-quiet', 'rm-link'],
  'background-color': ['rm-paper', 'rm-ground'],
}

/** Sets or removes a style property of a component. */
export function writeStyle(component: Component, name: string, value: string): void {
  if (value === '') component.removeStyle(name)
  else component.addStyle({ [name]: value })
  if (name === 'background-color') writeBackground(component, value)
  if (name in schemeClasses && value !== '') {
    for (const each of schemeClasses[name as keyof typeof schemeClasses])
      component.removeClass(each)
  }
}

/** Outlook reads the attribute. */
function writeBackground(component: Component, value: string): void {
  if (!('bgcolor' in component.getAttributes())) return
  if (value === '') component.removeAttributes('bgcolor')
  else component.addAttributes({ bgcolor: value })
}

/** Aligns a text by its style, and a button or picture by the cell that it is in. */
export function writeAlign(component: Component, value: string): void {
  const cell = hasClassAround(component, 'rm-align') ? component.closest('.rm-align') : undefined
  if (!cell) {
    writeStyle(component, 'text-align', value)
    return
  }
  cell.addAttributes({ align: value === '' ? 'left' : value })
  if (component.tagName !== 'img') return
  const margins: Record<string, string> = { center: '0 auto', right: '0 0 0 auto' }
  component.addStyle({ margin: margins[value] ?? '0' })
}

export function readAlign(component: Component): string {
  const cell = hasClassAround(component, 'rm-align') ? component.closest('.rm-align') : undefined
  return String((cell ? cell.getAttributes().align : readStyle(component, 'text-align')) ?? '')
}

export const readStyle = (component: Component, name: string): string =>
  String([component.getStyle()[name] ?? ''].flat().at(-1) ?? '')
