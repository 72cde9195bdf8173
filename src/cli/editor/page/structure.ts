import type { Component } from 'grapesjs'

/** Whether a component is an element: no text, white space, comment or merge tag. */
export const isElement = (part: Component): boolean =>
  !part.is('textnode') && !part.is('comment') && !part.is('merge-tag')

/** Returns the elements directly inside a component. */
export const partsOf = (around: Component | undefined): Component[] =>
  (around?.components().models ?? []).filter(isElement)

/** Returns the elements inside a component in document order. */
export const elementsIn = (around: Component | undefined): Component[] =>
  partsOf(around).flatMap((part) => [part, ...elementsIn(part)])

const layoutTags = new Set(['table', 'tbody', 'thead', 'tr', 'td', 'center', 'div', 'main'])
const containerTags = new Set(['body', 'td', 'div', 'center', 'main', 'tbody'])

const isHidden = (part: Component): boolean =>
  part.getStyle().display === 'none' || part.tagName === 'style'

/**
 * Returns the component whose children are the sections of the message. In our messages it has a class.
 * In any other it is the innermost one that contains everything visible, and that can contain rows.
 */
export function containerOf(component: Component): Component {
  const wrapper = rootOf(component)
  const [ours] = wrapper.find('td.rm-content')
  if (ours) return ours
  let container = wrapper
  for (let each = wrapper; ; ) {
    if (containerTags.has(each.tagName) || each === wrapper) container = each
    const visible = partsOf(each).filter((part) => !isHidden(part))
    const [only] = visible
    const isLayout =
      only && visible.length === 1 && layoutTags.has(only.tagName) && !only.isInstanceOf('text')
    const isOurs = only?.getClasses().some((name) => name.startsWith('rm-')) === true
    if (!isLayout || isOurs || partsOf(only).length === 0) break
    each = only
  }
  return container
}

export function rootOf(component: Component): Component {
  let root = component
  for (let parent = root.parent(); parent; parent = root.parent()) root = parent
  return root
}

export const sectionsOf = (component: Component): Component[] =>
  partsOf(containerOf(component)).filter((part) => !isHidden(part))

/** Returns the section that contains a component. */
export function sectionOf(component: Component): Component | undefined {
  const container = containerOf(component)
  for (let each: Component | undefined = component; each; each = each.parent()) {
    if (each.parent() === container) return each
  }
  return undefined
}

/** Returns the cell of the column that contains a component, or that it is. */
export function columnOf(component: Component): Component | undefined {
  const column = component.getClasses().includes('rm-column')
    ? component
    : component.closest('.rm-column')
  return column?.find('td.rm-cell')[0]
}

const blockTags = new Set([
  ...['table', 'div', 'p', 'h1', 'h2', 'h3', 'h4', 'ul', 'ol', 'hr', 'center', 'blockquote'],
])
const placeTags = new Set(['body', 'td', 'div', 'center'])

/** Returns the component that is moved, copied and deleted as one with the given one. */
export function unitOf(component: Component): Component {
  const section = sectionOf(component)
  const isOurs = hasClassAround(component, 'rm-section')
  let unit = component
  for (let around = unit.parent(); around; around = unit.parent()) {
    // Columns belong together: their section has a cell for each.
    if (unit.getClasses().includes('rm-column')) return section ?? unit
    if (unit === section || around === columnOf(unit)) break
    const isPlaced = blockTags.has(unit.tagName) && placeTags.has(around.tagName)
    if (isPlaced && !(isOurs && partsOf(around).length === 1)) break
    unit = around
  }
  return unit
}

/** Whether a component or one around it has a class. */
export const hasClassAround = (component: Component, name: string): boolean =>
  component.getClasses().includes(name) || component.closest(`.${name}`) !== undefined
