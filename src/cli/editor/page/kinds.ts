import type { Component } from 'grapesjs'
import { messages } from './messages.ts'
import { hasClassAround, isElement, sectionsOf } from './structure.ts'

/** What a component is for the author of a message. */
export type Kind = keyof typeof messages.kinds

const byClass: Readonly<Record<string, Kind>> = {
  'rm-section': 'section',
  'rm-alone': 'section',
  'rm-column': 'column',
  'rm-face': 'button',
  'rm-divider': 'divider',
  'rm-space': 'space',
  'rm-quote': 'quote',
}
const byTag: Readonly<Record<string, Kind>> = {
  h1: 'heading',
  h2: 'heading',
  h3: 'heading',
  h4: 'heading',
  h5: 'heading',
  h6: 'heading',
  img: 'image',
  a: 'link',
  ul: 'list',
  ol: 'list',
  hr: 'divider',
}

export function kindOf(component: Component): Kind {
  if (component.is('merge-tag')) return 'mergeTag'
  const parent = component.parent()
  if (!parent) return 'page'
  if (component.getClasses().includes('rm-html')) return 'html'
  for (const name of component.getClasses()) {
    const kind = byClass[name]
    if (kind) return kind
  }
  const kind = byTag[component.tagName]
  if (kind === 'link' && isFace(component)) return 'button'
  if (kind) return kind
  if (component.isInstanceOf('text')) return 'text'
  return sectionsOf(component).includes(component) ? 'section' : 'box'
}

/** Whether a link looks like a button: it or the cell that it fills has a background. */
function isFace(link: Component): boolean {
  const hasBackground = (each: Component | undefined) =>
    each !== undefined && ['background', 'background-color'].some((name) => name in each.getStyle())
  const around = link.parent()
  const isAlone = around?.components().models.filter(isElement).length === 1
  return hasBackground(link) || (isAlone && around?.tagName === 'td' && hasBackground(around))
}

export const nameOf = (component: Component): string => messages.kinds[kindOf(component)]

/** Returns the component that a click means: around a box of our blocks, what the box belongs to. */
export function meantBy(component: Component): Component {
  if (!hasClassAround(component, 'rm-section')) return component
  for (let each: Component | undefined = component; each; each = each.parent()) {
    if (kindOf(each) !== 'box') return each
  }
  return component
}

/** Returns the components around one, from the page inwards, that have a name. */
export function pathOf(component: Component): Component[] {
  const path: Component[] = []
  for (let each: Component | undefined = component; each; each = each.parent()) {
    if (each === component || kindOf(each) !== 'box') path.unshift(each)
  }
  return path
}
