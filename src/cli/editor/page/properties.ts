import type { Component } from 'grapesjs'
import type { Canvas } from './canvas.ts'
import { byId, createButton } from './elements.ts'
import { messages } from './messages.ts'

/** A property of the selected element that can be edited. */
interface Property {
  label: string
  /** A style property or, with `@`, an attribute. */
  of: string
  kind: 'text' | 'color' | 'pixels' | 'align'
  on?: readonly string[]
}

const properties: readonly Property[] = [
  { label: messages.link, of: '@href', kind: 'text', on: ['a'] },
  { label: messages.imageAddress, of: '@src', kind: 'text', on: ['img'] },
  { label: messages.imageText, of: '@alt', kind: 'text', on: ['img'] },
  { label: messages.imageWidth, of: '@width', kind: 'text', on: ['img'] },
  { label: messages.color, of: 'color', kind: 'color' },
  { label: messages.background, of: 'background-color', kind: 'color' },
  { label: messages.size, of: 'font-size', kind: 'pixels' },
  { label: messages.align, of: 'text-align', kind: 'align' },
  { label: messages.padding, of: 'padding', kind: 'text', on: ['td', 'th', 'div', 'p', 'table'] },
]

/** Shows the panel next to the canvas. Unlike dragging, everything in it works by keyboard. */
export function showProperties({ editor }: Canvas): void {
  const panel = byId('selected')
  const draw = () => {
    const selected = editor.getSelected()
    if (!selected || selected === editor.getWrapper()) {
      const first = partsOf(editor.getWrapper())[0]
      panel.replaceChildren(messages.nothingSelected)
      if (first) panel.append(createButton(messages.first, () => editor.select(first)))
      return
    }
    const shown = properties.filter(({ on }) => !on || on.includes(selected.tagName))
    panel.replaceChildren(
      nameOf(selected),
      actionsOf(selected),
      ...shown.map((property) => controlOf(selected, property)),
    )
  }
  editor.on('component:selected component:deselected', draw)
  draw()

  function actionsOf(selected: Component): HTMLElement {
    const actions = document.createElement('div')
    actions.className = 'row'
    actions.append(
      createButton(messages.edit, () => {
        editor.Canvas.getFrameEl().focus()
        selected.trigger('active')
      }),
      createButton(messages.parent, () => editor.select(selected.parent() ?? selected)),
      createButton(messages.inside, () => editor.select(partsOf(selected)[0] ?? selected)),
      createButton(messages.next, () => editor.select(nextTo(selected))),
      createButton(messages.up, () => move(selected, -1)),
      createButton(messages.down, () => move(selected, 1)),
      createButton(messages.duplicate, () => duplicate(selected)),
      createButton(messages.remove, () => editor.runCommand('core:component-delete')),
    )
    return actions
  }

  function move(selected: Component, by: -1 | 1): void {
    const around = selected.parent()
    if (!around) return
    const siblings = partsOf(around)
    const sibling = siblings[siblings.indexOf(selected) + by]
    if (!sibling) return
    selected.move(around, { at: sibling.index() + (by < 0 ? 0 : 1) })
    editor.select(selected)
  }

  function duplicate(selected: Component): void {
    const [added] = selected.parent()?.append(selected.clone(), { at: selected.index() + 1 }) ?? []
    if (added) editor.select(added)
  }
}

/** Returns the selectable children: no text, white space, comments or merge tags. */
const partsOf = (around: Component | undefined): Component[] =>
  (around?.components().models ?? []).filter((part) => !part.is('textnode') && !part.is('comment'))

/** Returns the next sibling; after the last one, the first. */
function nextTo(selected: Component): Component {
  const siblings = partsOf(selected.parent())
  return siblings[(siblings.indexOf(selected) + 1) % siblings.length] ?? selected
}

function nameOf(selected: Component): HTMLElement {
  const name = document.createElement('p')
  name.className = 'quiet'
  name.textContent = `<${selected.tagName}>`
  return name
}

function controlOf(selected: Component, { label, of, kind }: Property): HTMLElement {
  const around = document.createElement('label')
  const control = kind === 'align' ? alignments() : document.createElement('input')
  if (kind === 'color') control.setAttribute('type', 'color')
  if (kind === 'pixels') control.setAttribute('inputmode', 'numeric')
  const value = read(selected, of)
  control.value = kind === 'color' ? colorOf(selected, of) : value
  if (kind === 'pixels') control.value = value.replace(/px$/, '')
  control.addEventListener('change', () => {
    const given = control.value.trim()
    write(
      selected,
      of,
      kind === 'pixels' && given !== '' ? `${Number.parseFloat(given) || 16}px` : given,
    )
  })
  around.append(label, control)
  return around
}

/** Returns the computed color, because a color input cannot be empty. */
function colorOf(selected: Component, of: string): string {
  const element = selected.getEl()
  const drawn = element?.ownerDocument.defaultView?.getComputedStyle(element).getPropertyValue(of)
  const [red, green, blue, alpha = '1'] = drawn?.match(/[\d.]+/g) ?? []
  if (!blue || alpha === '0') return '#ffffff'
  return `#${[red, green, blue].map((part) => Number(part).toString(16).padStart(2, '0')).join('')}`
}

function alignments(): HTMLSelectElement {
  const select = document.createElement('select')
  const choices = { '': '', left: messages.left, center: messages.center, right: messages.right }
  for (const [value, label] of Object.entries(choices)) select.append(new Option(label, value))
  return select
}

function read(selected: Component, of: string): string {
  if (of.startsWith('@')) return String(selected.getAttributes()[of.slice(1)] ?? '')
  return String([selected.getStyle()[of] ?? ''].flat().at(-1) ?? '')
}

function write(selected: Component, of: string, value: string): void {
  if (!of.startsWith('@')) {
    if (value === '') selected.removeStyle(of)
    else selected.addStyle({ [of]: value })
    return
  }
  const name = of.slice(1)
  selected.addAttributes({ [name]: value })
  // An image renders the `src` of its model.
  if (name === 'src') selected.set('src', value)
}
